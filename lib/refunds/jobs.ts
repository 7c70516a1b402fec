import { Prisma } from "@/lib/db/generated/client";
import { type RowJob, rowJob } from "@/lib/jobs/define-job";
import { refundUndeliveredJob } from "@/lib/orders/jobs";
import { decisionIntent, inRefundSet, retryIntent } from "@/lib/orders/refund-status";

/** Sends a requested refund to Stripe. */
export const sendRefundJob = rowJob(
  "send-refund",
  "refund",
  Prisma.sql`
    SELECT id, created_at AS since FROM refunds
    WHERE status = 'requested' AND created_at < now() - interval '1 minute'`,
);

/**
 * SQL for `refundsToSendAgain`: the row `refunds` failed and still waits for an operator. It waits if, counted from
 * itself or from any failed refund before it, the failed amounts up to its own are more than administrators have
 * refunded since that refund failed. Refunds that were sent again are left out.
 */
export const isToSendAgain = Prisma.sql`(refunds.status = 'failed' AND refunds.id IN (
  SELECT id FROM (
    SELECT id, failed_cents, min(failed_cents - amount_cents + paid_cents) OVER oldest_first AS covered_cents FROM (
      SELECT id, amount_cents, finished_at, sum(amount_cents) OVER oldest_first AS failed_cents, (
        SELECT COALESCE(sum(amount_cents), 0) FROM refunds AS again
        WHERE again.order_id = failed.order_id AND again.attempt_id = failed.attempt_id AND again.id <> failed.id
          AND again.status <> 'dropped' AND again.created_at >= failed.finished_at
          AND (again.reason = 'dashboard' OR (again.intent NOT LIKE ${retryIntent("%")} AND again.intent NOT LIKE ${decisionIntent("%")}))
      ) AS paid_cents
      FROM refunds AS failed
      WHERE failed.order_id = refunds.order_id AND failed.attempt_id = refunds.attempt_id AND failed.status = 'failed'
        AND NOT EXISTS (SELECT FROM refunds AS again WHERE again.order_id = failed.order_id
          AND again.status <> 'dropped' AND again.intent = ${retryIntent("")}::text || failed.id)
      WINDOW oldest_first AS (ORDER BY finished_at, id)
    ) AS failed WINDOW oldest_first AS (ORDER BY finished_at, id)
  ) AS failed WHERE failed_cents > covered_cents))`;

/** `refundUndeliveredJob` with the rows that need it: ended orders that are still owed a refund. */
export const dueRefundUndeliveredJob: RowJob = {
  ...refundUndeliveredJob,
  due: Prisma.sql`
    SELECT id, finished_at AS since FROM orders
    WHERE status IN ('partial', 'failed') AND paid_cents > refunded_cents
      AND finished_at BETWEEN now() - interval '60 days' AND now() - interval '1 minute'
      AND payment_status <> 'disputed'
      AND NOT EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id AND refunds.reason = 'undelivered'
        AND NOT (refunds.status = 'dropped' AND refunds.requested_by_id IS NOT NULL))
      -- A share of less than half a cent is not refunded (shareOfCents).
      AND (status = 'failed' OR EXISTS (
        SELECT FROM order_fulfillment AS done WHERE done.order_id = orders.id
          AND orders.paid_cents::bigint * (orders.quantity - done.delivered) * 2 >= orders.quantity))
      -- Earlier refunds may have taken all that was paid, and failed ones are an operator's to send again.
      AND paid_cents > (SELECT COALESCE(sum(refunds.amount_cents), 0) FROM refunds
        JOIN payment_attempts AS attempt ON attempt.id = refunds.attempt_id AND attempt.status = 'paid'
        WHERE refunds.order_id = orders.id AND (NOT (refunds.status ${inRefundSet("released")}) OR ${isToSendAgain}))`,
};
