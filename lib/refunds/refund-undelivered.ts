import type { Database } from "@/lib/db/client";
import type { FulfillmentItem } from "@/lib/db/generated/client";
import type { OrderStatus, RefundStatus } from "@/lib/db/generated/enums";
import { isItemFinal } from "@/lib/db/item-status";
import { enqueueOrderMails } from "@/lib/email/enqueue-mail";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { refundUndeliveredJob } from "@/lib/orders/jobs";
import { owedForEnded, undeliveredCents } from "@/lib/orders/order-money";
import { isRefundIn } from "@/lib/orders/refund-status";
import { maySend } from "@/lib/quarantine/database-mark";
import { hour } from "@/lib/time";
import { requestRefund } from "./request-refund";

/**
 * Refunds what a closed order did not deliver: everything when nothing arrived, else the undelivered share by units,
 * rounded half up to a cent; never more than is left of the payment, nor what a failed refund is to pay once an
 * operator sends it again. Once per order, however often it is called. A disputed payment is left alone until the
 * dispute is won. In quarantine its job is added again.
 */
export async function refundUndelivered(db: Database, orderId: string): Promise<void> {
  const amountCents = await db.$transaction(async (tx) => {
    const [order] = await tx.$queryRaw<OrderRow[]>`
      SELECT status::text, payment_status::text, paid_cents AS "paidCents", quantity FROM orders
      WHERE id = ${orderId}::uuid FOR UPDATE`;
    if (!order || (order.status !== "partial" && order.status !== "failed")) return 0;
    if (order.payment_status === "disputed") return 0;
    // In quarantine an earlier refund may be missing here. The job is added again, because the sweeper adds it only
    // within 60 days after the order's end.
    if (!(await maySend(tx))) {
      await enqueue(tx, [refundUndeliveredJob.of(orderId, { inMs: hour })]);
      return 0;
    }
    const attempt = await tx.paymentAttempt.findFirst({ where: { orderId, status: "paid" } });
    if (!attempt) return 0;
    const fulfillment = await tx.orderFulfillment.findUnique({ where: { orderId } });
    const refunds = await tx.refund.findMany({ where: { attemptId: attempt.id } });
    const delivered = fulfillment?.delivered ?? 0;
    const amountCents = owedForEnded({ ...order, delivered }, refunds);
    // No refund's mail tells the buyer of the end where the missing units cost less than half a cent.
    if (order.status === "partial" && undeliveredCents(order.paidCents, order.quantity, delivered) === 0)
      await enqueueOrderMails(tx, "delivery-completed", [{ orderId }]);
    if (amountCents > 0) {
      await requestRefund(tx, {
        orderId,
        attemptId: attempt.id,
        amountCents,
        reason: "undelivered",
        isAutomatic: true,
      });
    }
    return amountCents;
  });
  if (amountCents > 0) logger.info({ orderId, amountCents }, "refunding what was not delivered");
}

type OrderRow = { status: OrderStatus; payment_status: string; paidCents: number; quantity: number };

type EarlierRefund = { reason: string; status: RefundStatus; amountCents: number };

/** An item's state; a replacement's units are not its order's own. */
type OwedItem = Pick<FulfillmentItem, "state" | "replacesItemId">;

/**
 * How much of a payment is owed for undelivered units, less earlier refunds for them. `isOpen` while one of the order's
 * own items may still deliver; `isHeld` while one of those refunds waits for a decision: then none is made. Pure.
 */
export function owedForUndelivered(
  { paidCents, quantity, delivered }: { paidCents: number; quantity: number; delivered: number },
  items: OwedItem[],
  refunds: EarlierRefund[],
): { owedCents: number; isOpen: boolean; isHeld: boolean } {
  const earlier = refunds.filter(
    ({ reason, status }) => reason === "undelivered" && !isRefundIn("released", status),
  );
  const share = undeliveredCents(paidCents, quantity, delivered);
  return {
    owedCents: share - earlier.reduce((sum, { amountCents }) => sum + amountCents, 0),
    isOpen: items.some(({ state, replacesItemId }) => !replacesItemId && !isItemFinal(state)),
    isHeld: earlier.some(({ status }) => status === "held"),
  };
}
