import type Stripe from "stripe";
import type { Database } from "@/lib/db/client";
import type { Prisma, Refund } from "@/lib/db/generated/client";
import type { RefundStatus } from "@/lib/db/generated/enums";
import { logger } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";

/**
 * Books what Stripe says about one of our refunds: on its row, on its order's sums and in the timeline. What it says
 * twice is booked once. A bank may send a refund back days after it succeeded; then the sums go back too, and an
 * operator is told.
 */
export async function recordRefund(db: Database, refundId: string, sent: Stripe.Refund): Promise<void> {
  if (sent.status === "failed" || sent.status === "canceled") {
    await fail(db, refundId, sent.failure_reason ?? sent.status, ["requested", "pending", "succeeded"]);
    return;
  }
  const isSettled = sent.status === "succeeded";
  const booked = await db.$transaction(async (tx) => {
    await lockOrderOf(tx, refundId);
    const [refund] = await tx.refund.updateManyAndReturn({
      where: { id: refundId, status: { in: ["requested", "pending"] } },
      data: {
        status: isSettled ? "succeeded" : "pending",
        stripeRefundId: sent.id,
        settledAt: isSettled ? new Date() : null,
      },
    });
    if (!refund) return false;
    if (isSettled) await book(tx, refund, refund.amountCents, "refund.sent", { reason: refund.reason });
    return true;
  });
  if (booked) logger.info({ refundId, status: sent.status }, "refund recorded");
}

/** Books that Stripe refused to make a refund. One that was made meanwhile stays as it is. */
export async function recordRefundRefusal(db: Database, refundId: string, failure: string): Promise<void> {
  await fail(db, refundId, failure, ["requested", "pending"]);
}

/** Ends a refund that is in one of the states given. Its amount is free to be refunded again. */
async function fail(db: Database, refundId: string, failure: string, from: RefundStatus[]): Promise<void> {
  const orderId = await db.$transaction(async (tx) => {
    await lockOrderOf(tx, refundId);
    const before = await tx.refund.findUnique({ where: { id: refundId } });
    if (!before || !from.includes(before.status)) return null;
    await tx.refund.update({
      where: { id: refundId },
      data: { status: "failed", failure, settledAt: new Date() },
    });
    const takenBack = before.status === "succeeded" ? -before.amountCents : 0;
    await book(tx, before, takenBack, "refund.failed", { failure });
    return before.orderId;
  });
  if (orderId) logger.error({ refundId, orderId, failure }, "a refund failed: an operator must look");
}

// Locked before the refund's own row, as everybody does who changes an order's money.
async function lockOrderOf(tx: Prisma.TransactionClient, refundId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM orders WHERE id = (SELECT order_id FROM refunds WHERE id = ${refundId}::uuid) FOR UPDATE`;
}

/** Adds to the order's sum what left (or came back to) the payment that paid it, and writes the line. */
async function book(
  tx: Prisma.TransactionClient,
  refund: Refund,
  cents: number,
  type: "refund.sent" | "refund.failed",
  data: Record<string, string>,
): Promise<void> {
  const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: refund.attemptId } });
  // A surplus payment never counted as the order's, so giving it back changes none of the order's sums.
  if (attempt.status === "paid" && cents !== 0) {
    await tx.$executeRaw`
      UPDATE orders SET
        refunded_cents = refunded_cents + ${cents},
        payment_status = (CASE
          WHEN payment_status = 'disputed' THEN 'disputed'
          WHEN refunded_cents + ${cents} >= paid_cents THEN 'refunded'
          WHEN refunded_cents + ${cents} > 0 THEN 'partially_refunded'
          ELSE 'paid' END)::payment_status,
        updated_at = now()
      WHERE id = ${refund.orderId}::uuid`;
  }
  const { orderId, amountCents } = refund;
  await recordEvents(tx, [{ orderId, type, data: { amountCents, ...data } }]);
}
