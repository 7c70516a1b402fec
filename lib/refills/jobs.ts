import { Prisma } from "@/lib/db/generated/client";
import { rowJob } from "@/lib/jobs/define-job";

/** Asks a supplier for a refill. */
export const sendRefillJob = rowJob(
  "send-refill",
  "refill",
  Prisma.sql`
    SELECT id, created_at AS since FROM refills
    WHERE state = 'requested' AND created_at < now() - interval '1 minute'
      AND (next_check_at IS NULL OR next_check_at <= now())`,
);
