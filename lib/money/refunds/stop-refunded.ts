import { shopActor } from "@/lib/base/audit/record-audit";
import type { Tx } from "@/lib/base/db/client";
import { statesIn } from "@/lib/base/db/item-status";
import { cancelUnsent } from "@/lib/delivery/cancel/cancel-unsent";
import { flagOrder } from "@/lib/orders/order/flag-order";
import { isRefundedInFull } from "@/lib/orders/order/may-order-send";
import { recordEvents } from "@/lib/orders/order/record-event";
import { isBounced } from "@/lib/orders/order/refund-status";
import { markPaid } from "./failed-refunds";

/**
 * Cancels an order's unsent items when refunds cover all of its payment, in the caller's transaction after
 * `lockOrderAndItems`. A failed refund of it is then paid, because nothing is left to send again. Items at a supplier
 * stay there: the timeline says so once, and the order is flagged, except after an operator's own refund (`isOperator`)
 * while it is in progress, because Needs me lists it until its items end. Safe to repeat.
 */
export async function stopIfRefunded(
  tx: Tx,
  orderId: string,
  { isOperator = false }: { isOperator?: boolean } = {},
): Promise<void> {
  const refunded = await tx.$queryRaw<unknown[]>`
    SELECT FROM orders WHERE id = ${orderId}::uuid AND ${isRefundedInFull}`;
  if (refunded.length === 0) return;
  await cancelUnsent(tx, orderId, { reason: "refunded" });
  const refunds = await tx.refund.findMany({ where: { orderId, attempt: { status: "paid" } } });
  const bounced = refunds.filter((refund) => isBounced(refund, refunds));
  const why = { actor: shopActor, reason: "The whole payment goes back." };
  for (const { id } of bounced) await markPaid(tx, id, why);
  const type = "order.refunded_in_progress";
  const atSupplier = { state: { in: statesIn("mayBeAtSupplier") } };
  const { status, _count: count } = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      status: true,
      _count: { select: { items: { where: atSupplier }, events: { where: { type } } } },
    },
  });
  if (count.items === 0 || count.events > 0) return;
  await recordEvents(tx, [{ orderId, type, data: { items: count.items } }]);
  if (!isOperator || status !== "processing") await flagOrder(tx, orderId, "refunded_in_progress");
}
