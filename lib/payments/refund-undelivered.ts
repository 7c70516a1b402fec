import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { shareOfCents } from "@/lib/money";
import { requestRefund } from "./request-refund";

/**
 * Gives back what a finished order did not deliver: all of it when nothing arrived, else the undelivered share by
 * units, rounded half up to a cent. Exactly once an order, however often it is called.
 */
export async function refundUndelivered(db: Database, orderId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const [order] = await tx.$queryRaw<{ status: string; paid_cents: number; quantity: number }[]>`
      SELECT status::text, paid_cents, quantity FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    if (!order || (order.status !== "partial" && order.status !== "failed")) return;
    const [attempt, earlier, fulfillment] = await Promise.all([
      tx.paymentAttempt.findFirst({ where: { orderId, status: "paid" } }),
      tx.refund.findFirst({ where: { orderId, reason: "undelivered" } }),
      tx.orderFulfillment.findUnique({ where: { orderId } }),
    ]);
    if (!attempt || earlier) return;
    const delivered = order.status === "failed" ? 0 : (fulfillment?.delivered ?? 0);
    const amountCents = shareOfCents(order.paid_cents, order.quantity - delivered, order.quantity);
    if (amountCents === 0) return;
    await requestRefund(tx, { orderId, attemptId: attempt.id, amountCents, reason: "undelivered" });
    logger.info({ orderId, amountCents }, "refunding what was not delivered");
  });
}
