import type Stripe from "stripe";
import { raiseAlert } from "@/lib/alerts/raise-alert";
import type { Database } from "@/lib/db/client";
import type { PaymentAttempt, Prisma, Refund } from "@/lib/db/generated/client";
import type { RefundStatus } from "@/lib/db/generated/enums";
import { enqueueOrderMails } from "@/lib/email/enqueue-order-mails";
import { getShop } from "@/lib/env";
import { shortOrderId } from "@/lib/ids";
import { refundMovement, returnedRefundMovement } from "@/lib/ledger/movements";
import { recordMovement } from "@/lib/ledger/record-movement";
import { logger } from "@/lib/logger";
import { formatCents } from "@/lib/money";
import { flagOrder } from "@/lib/orders/flag-order";
import { recordEvents } from "@/lib/orders/record-event";

/**
 * Books what Stripe says about one of our refunds: on its row, on its order's sums, in the books and in the timeline.
 * What it says twice is booked once. A bank may send a refund back days after it succeeded; then the sums go back
 * too, the order is flagged and the operator is told.
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
    if (isSettled) await bookSent(tx, refund);
    return true;
  });
  if (booked) logger.info({ refundId, status: sent.status }, "refund recorded");
}

/** Books that Stripe refused to make a refund. One that was made meanwhile stays as it is. */
export async function recordRefundRefusal(db: Database, refundId: string, failure: string): Promise<void> {
  await fail(db, refundId, failure, ["requested", "pending"]);
}

/** Books a refund whose row has just become `succeeded`, in the caller's transaction and under the order's lock. */
export async function bookSent(tx: Prisma.TransactionClient, refund: Refund): Promise<void> {
  const { id, orderId, amountCents, reason } = refund;
  const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: refund.attemptId } });
  await moveSums(tx, attempt, amountCents);
  await recordMovement(tx, refundMovement(booking(refund, attempt)));
  await recordEvents(tx, [{ orderId, type: "refund.sent", data: { amountCents, reason } }]);
  await enqueueOrderMails(tx, "order-refunded", [{ orderId, about: id, props: { refundId: id } }]);
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
    const { orderId, amountCents } = before;
    if (before.status === "succeeded") {
      const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: before.attemptId } });
      await moveSums(tx, attempt, -amountCents);
      await recordMovement(tx, returnedRefundMovement(booking(before, attempt)));
    }
    await recordEvents(tx, [{ orderId, type: "refund.failed", data: { amountCents, failure } }]);
    await flagOrder(tx, orderId, "refund_failed");
    const sentence = `A refund of ${formatCents(amountCents)} for order ${shortOrderId(orderId)} did not reach the card (${failure}). Open the order and refund it again, or settle it with the customer.`;
    const alert = { key: `refund_failed:${refundId}`, kind: "refund_failed", sentence };
    await raiseAlert(tx, alert, getShop().supportEmail);
    return orderId;
  });
  if (orderId) logger.error({ refundId, orderId, failure }, "a refund failed: an operator must look");
}

// Locked before the refund's own row, as everybody does who changes an order's money.
async function lockOrderOf(tx: Prisma.TransactionClient, refundId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT id FROM orders WHERE id = (SELECT order_id FROM refunds WHERE id = ${refundId}::uuid) FOR UPDATE`;
}

function booking(refund: Refund, attempt: PaymentAttempt) {
  const role = attempt.status === "surplus" ? ("surplus" as const) : ("paid" as const);
  const { id: refundId, orderId, amountCents } = refund;
  return { refundId, orderId, amountCents, role, currency: attempt.currency };
}

/** Adds to the order's sum what left the payment that paid it; negative, what came back. */
async function moveSums(tx: Prisma.TransactionClient, attempt: PaymentAttempt, cents: number): Promise<void> {
  // A surplus payment never counted as the order's, so giving it back changes none of the order's sums.
  if (attempt.status !== "paid") return;
  await tx.$executeRaw`
    UPDATE orders SET
      refunded_cents = refunded_cents + ${cents},
      payment_status = (CASE
        WHEN payment_status = 'disputed' THEN 'disputed'
        WHEN refunded_cents + ${cents} >= paid_cents THEN 'refunded'
        WHEN refunded_cents + ${cents} > 0 THEN 'partially_refunded'
        ELSE 'paid' END)::payment_status,
      updated_at = now()
    WHERE id = ${attempt.orderId}::uuid`;
}
