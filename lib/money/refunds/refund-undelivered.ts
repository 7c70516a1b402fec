import type { Database } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { enqueueOrderMails } from "@/lib/mail/queue/enqueue-mail";
import { recordOwedAmounts } from "@/lib/orders/order/close-order";
import { deliveryCompletedMail } from "@/lib/orders/order/delivery-completed-mail";
import { unpaidCents } from "@/lib/orders/order/order-money";
import { isSpent } from "@/lib/orders/order/refund-status";
import { requestRefund } from "./request-refund";

/**
 * Refunds what an order that ended still owes for what it did not deliver, once per order. Does nothing while the payment
 * is disputed, and in quarantine.
 */
export async function refundUndelivered(db: Database, orderId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    // Release 1.0 ends orders without this row; the release after this one needs the line no longer.
    await recordOwedAmounts(tx, [orderId]);
    const owed = await tx.owedAmount.findUnique({ where: { orderId }, include: { order: true } });
    if (!owed || owed.refundId !== null) return;
    const { attemptId, order } = owed;
    if (order.paymentStatus === "disputed") return;
    // In quarantine an earlier refund may be missing here. The sweeper adds the job again afterwards.
    if (!(await maySend(tx))) return;
    const refunds = await tx.refund.findMany({ where: { attemptId }, orderBy: { number: "asc" } });
    const amountCents = unpaidCents(owed.cents, order, refunds);
    const last = refunds.findLast((refund) => isSpent(refund, refunds)) ?? refunds.at(-1);
    let refundId = last?.id ?? null;
    if (amountCents > 0) {
      const request = { orderId, attemptId, amountCents, reason: "undelivered", isAutomatic: true } as const;
      refundId = (await requestRefund(tx, request)).refundId;
      logger.info({ orderId, amountCents }, "refunding what was not delivered");
    } else if (order.status === "partial") {
      // No refund's mail tells the buyer of the end.
      await enqueueOrderMails(tx, deliveryCompletedMail, [{ orderId }]);
    }
    await tx.owedAmount.update({ where: { orderId }, data: { refundId } });
  });
}
