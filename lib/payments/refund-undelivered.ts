import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { shareOfCents } from "@/lib/money";
import { requestRefund } from "./request-refund";

/**
 * Gives back what a finished order did not deliver: all of it when nothing arrived, else the undelivered share by
 * units, rounded half up to a cent; never more than earlier refunds have left of the payment. Exactly once an order,
 * however often it is called.
 */
export async function refundUndelivered(db: Database, orderId: string): Promise<void> {
  const amountCents = await db.$transaction(async (tx) => {
    const [order] = await tx.$queryRaw<{ status: string; paid_cents: number; quantity: number }[]>`
      SELECT status::text, paid_cents, quantity FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    if (!order || (order.status !== "partial" && order.status !== "failed")) return 0;
    const attempt = await tx.paymentAttempt.findFirst({
      where: { orderId, status: "paid" },
      include: { refunds: { where: { status: { not: "failed" } } } },
    });
    const isDone = (await tx.refund.count({ where: { orderId, reason: "undelivered" } })) > 0;
    if (!attempt || isDone) return 0;
    const fulfillment = await tx.orderFulfillment.findUnique({ where: { orderId } });
    const delivered = order.status === "failed" ? 0 : (fulfillment?.delivered ?? 0);
    const share = shareOfCents(order.paid_cents, order.quantity - delivered, order.quantity);
    const left = attempt.amountCents - attempt.refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
    const amountCents = Math.min(share, left);
    if (amountCents > 0) {
      await requestRefund(tx, { orderId, attemptId: attempt.id, amountCents, reason: "undelivered" });
    }
    return amountCents;
  });
  if (amountCents > 0) logger.info({ orderId, amountCents }, "refunding what was not delivered");
}
