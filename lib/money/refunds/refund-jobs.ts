import { Prisma } from "@/lib/base/db/generated/client";
import { type RowJob, rowJob } from "@/lib/base/jobs/define-job";
import { refundUndeliveredJob } from "@/lib/orders/order/refund-undelivered-job";

/** Sends a requested refund to Stripe. */
export const sendRefundJob = rowJob(
  "send-refund",
  "refund",
  Prisma.sql`
    SELECT id, created_at AS since FROM refunds
    WHERE status = 'requested' AND created_at < now() - interval '1 minute'`,
);

/** `refundUndeliveredJob` with the rows that need it: ended orders whose owed amount no refund pays yet. */
export const dueRefundUndeliveredJob: RowJob = {
  ...refundUndeliveredJob,
  due: Prisma.sql`
    SELECT order_id AS id, owed.created_at AS since FROM owed_amounts AS owed JOIN orders ON orders.id = order_id
    WHERE refund_id IS NULL AND cents > bank_returned_cents AND payment_status <> 'disputed'
      AND owed.created_at < now() - interval '1 minute'
    -- Release 1.0 ends orders without an owed amount. The release after this one needs no such look.
    UNION ALL SELECT id, finished_at FROM orders
    WHERE status IN ('partial', 'failed') AND paid_cents > 0
      AND finished_at BETWEEN now() - interval '60 days' AND now() - interval '1 minute'
      AND NOT EXISTS (SELECT FROM owed_amounts WHERE owed_amounts.order_id = orders.id)`,
};
