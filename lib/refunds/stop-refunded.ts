import type { Tx } from "@/lib/db/client";
import { cancelUnsent } from "@/lib/delivery/cancel-unsent";
import { statesIn } from "@/lib/delivery/item-status";
import { flagOrder } from "@/lib/orders/flag-order";
import { isRefundedInFull } from "@/lib/orders/may-order-send";
import { recordEvents } from "@/lib/orders/record-event";

/**
 * Cancels an order's unsent items when refunds cover all of its payment, in the caller's transaction after
 * `lockOrderAndItems`. Items at a supplier stay there: the timeline says so once, and the order is flagged, except with
 * `isOperator`, because an operator has read it in the dialog. Safe to repeat.
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
  const type = "order.refunded_in_progress";
  const [items, told] = await Promise.all([
    tx.fulfillmentItem.count({ where: { orderId, state: { in: statesIn("mayBeAtSupplier") } } }),
    tx.orderEvent.count({ where: { orderId, type } }),
  ]);
  if (items === 0 || told > 0) return;
  await recordEvents(tx, [{ orderId, type, data: { items } }]);
  if (!isOperator) await flagOrder(tx, orderId, "refunded_in_progress");
}
