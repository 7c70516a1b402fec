import type { Tx } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/errors";
import { plural } from "@/lib/base/text/plural";
import { lockDeliverySummaries } from "./delivery-summary";
import { lockTargets } from "./promote-waiting";

/**
 * Locks every row that changes with an order's items, until the commit. To avoid deadlocks, transactions take their
 * locks in this order: delivery summaries (by order), targets' queues, items (by id), orders, then refunds and
 * suppliers (by id). A further target's queue may be locked last: by `applyReports`, by `fixTarget` after a renaming,
 * and by a settlement, whose order has no items yet. PostgreSQL ends a deadlock, and one transaction runs again.
 */
export async function lockItemsOf(tx: Tx, orderId: string): Promise<void> {
  await lockDeliverySummaries(tx, [orderId]);
  const items = await tx.fulfillmentItem.findMany({ where: { orderId }, select: { targetKey: true } });
  const keys = items.map((item) => item.targetKey);
  await lockTargets(tx, keys);
  await tx.$executeRaw`
    SELECT id FROM fulfillment_items WHERE order_id = ${orderId}::uuid ORDER BY id FOR UPDATE`;
}

/** Locks an order and its items, until the commit: for what may cancel its items. */
export async function lockOrderAndItems(tx: Tx, orderId: string): Promise<void> {
  await lockItemsOf(tx, orderId);
  await tx.$queryRaw`SELECT id FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
}

/** Locks an item and its order's other ones, until the commit. Throws not_found. */
export async function lockItem(tx: Tx, itemId: string) {
  const where = { id: itemId };
  const item = await tx.fulfillmentItem.findUnique({ where, select: { orderId: true } });
  if (!item) throw notFound("There is no such item.");
  await lockItemsOf(tx, item.orderId);
  return tx.fulfillmentItem.findUniqueOrThrow({ where, include: { order: true, supplier: true } });
}

/**
 * Throws conflict while the lost call of one of these items is being repeated: a decision made meanwhile could buy
 * twice. The items' rows must be locked, because a repetition begins under the same lock.
 */
export async function requireNoRepeat(tx: Tx, itemIds: string[]): Promise<void> {
  const [open] = await tx.$queryRaw<{ seconds: number }[]>`
    SELECT ceil(extract(epoch FROM max(ended_at) - now()))::int AS seconds FROM supplier_calls
    WHERE item_id = ANY(${itemIds}::uuid[]) AND starts_with(action, 'repeat:') AND outcome IS NULL AND ended_at > now()
    HAVING max(ended_at) IS NOT NULL`;
  if (!open) return;
  throw conflict(
    `The supplier is being asked about this purchase again right now. Please wait ${plural(open.seconds, "second")} and look again.`,
  );
}
