import { Prisma } from "@/lib/db/generated/client";
import { decideDropsJob } from "@/lib/delivery/jobs";
import type { RowJob } from "@/lib/jobs/define-job";

/** The job of orders with missing units, with those whose requests are to be looked at again. */
export const dueDecisionsJob: RowJob = {
  ...decideDropsJob,
  due: Prisma.sql`
    SELECT order_id AS id, min(look_again_at) AS since FROM request_decisions
    WHERE look_again_at <= now() GROUP BY order_id`,
};
