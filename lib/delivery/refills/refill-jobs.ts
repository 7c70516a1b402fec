import { Prisma } from "@/lib/base/db/generated/client";
import { rowJob } from "@/lib/base/jobs/define-job";
import { isCalledOff, mayOrderSendSql } from "@/lib/orders/order/may-order-send";

/** Asks a supplier for a refill, or ends one whose order was called off. */
export const sendRefillJob = rowJob(
  "send-refill",
  "refill",
  Prisma.sql`
    SELECT refill.id, refill.created_at AS since
    FROM refills AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
      JOIN orders ON orders.id = item.order_id
    WHERE refill.state = 'requested' AND refill.created_at < now() - interval '1 minute'
      AND (refill.next_check_at IS NULL OR refill.next_check_at <= now())
      -- That of a blocked or disputed order waits; one that was called off is ended by its job.
      AND (${mayOrderSendSql} OR ${isCalledOff})`,
);
