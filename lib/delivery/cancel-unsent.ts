import type { Prisma } from "@/lib/db/generated/client";
import type { ItemState } from "@/lib/db/generated/enums";
import { lockDeliverySummaries, updateDeliverySummary } from "./delivery-summary";
import { requireNoRepeat } from "./operator/lock-item";
import { lockTargets, promoteWaiting } from "./promote-waiting";

const unsentStates: readonly ItemState[] = ["waiting", "ready", "paused", "rejected"];

/**
 * Locks all that changes with an order's items, until the commit. The order in which all take their locks, so that none
 * waits in a circle: the delivery summaries (by order), the targets' queues, the items (by id), the orders' rows, and
 * after them refunds and suppliers. Who needs an order's row and may cancel its items takes these first.
 */
export async function lockItemsOf(tx: Prisma.TransactionClient, orderId: string): Promise<void> {
  await lockDeliverySummaries(tx, [orderId]);
  const items = await tx.fulfillmentItem.findMany({ where: { orderId }, select: { targetKey: true } });
  await lockTargets(
    tx,
    items.map((item) => item.targetKey),
  );
  await tx.$executeRaw`
    SELECT id FROM fulfillment_items WHERE order_id = ${orderId}::uuid ORDER BY id FOR UPDATE`;
}

/**
 * Gives up, in the caller's transaction, every item of an order that is at no supplier: its money is going back. With
 * `alsoUnknown` also those whose outcome nobody knows, which only an administrator may decide. Ends the order when
 * that leaves none in progress, and gives the next item of each target its turn. Safe to repeat. Who
 * holds the order's row already must have taken `lockItemsOf` before it. Returns how many items were given up.
 * Throws conflict while an unknown item's lost call is being repeated.
 */
export async function cancelUnsent(
  tx: Prisma.TransactionClient,
  orderId: string,
  { reason, alsoUnknown = false }: { reason: string; alsoUnknown?: boolean },
): Promise<number> {
  await lockItemsOf(tx, orderId);
  const states = alsoUnknown ? [...unsentStates, "unknown"] : unsentStates;
  const canceled = await tx.$queryRaw<{ id: string; target_key: string }[]>`
    WITH unsent AS (
      SELECT id, state FROM fulfillment_items
      WHERE order_id = ${orderId}::uuid AND state::text = ANY(${states}::text[])
      ORDER BY id FOR UPDATE
    ), canceled AS (
      UPDATE fulfillment_items AS item SET state = 'canceled', reason = ${reason}, review_since = NULL,
        lease_token = NULL, not_before = NULL, paused_until = NULL, finished_at = now(), updated_at = now()
      FROM unsent WHERE item.id = unsent.id
      RETURNING item.id, item.target_key, unsent.state AS before
    ), line AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT ${orderId}::uuid, id, 'item.changed', before::text, 'canceled', jsonb_build_object('reason', ${reason}::text)
      FROM canceled
    )
    SELECT id, target_key FROM canceled`;
  if (canceled.length === 0) return 0;
  if (alsoUnknown)
    await requireNoRepeat(
      tx,
      canceled.map((row) => row.id),
    );
  await updateDeliverySummary(tx, [orderId]);
  await promoteWaiting(
    tx,
    canceled.map((row) => row.target_key),
  );
  return canceled.length;
}
