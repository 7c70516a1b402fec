import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { maySendSql } from "@/lib/base/quarantine/database-mark";
import { recountAndClose } from "@/lib/delivery/items/delivery-summary";
import { requireNoRepeat } from "@/lib/delivery/items/lock-items";
import { promoteWaiting } from "@/lib/delivery/items/promote-waiting";

/** SQL: the row `item` was certainly not bought. In quarantine nothing is certain. */
export function isUnsent(): Prisma.Sql {
  return Prisma.sql`(item.state ${inSet("unsent")} AND item.reason IS DISTINCT FROM 'database_restored' AND ${maySendSql()})`;
}

type Cancellation = {
  reason: string;
  itemIds?: string[] | null;
  alsoUnknown?: boolean;
  keepsReplacements?: boolean;
};

/**
 * Cancels, in the caller's transaction after `lockItemsOf`, every unsent item of an order whose money is going back, and
 * closes the order when no item is left in progress. With `itemIds` only these items, with `keepsReplacements` no
 * replacements. In quarantine it cancels nothing, and the sweeper does afterwards (`cancelUnfunded`). With `alsoUnknown`,
 * which only an administrator may decide, it also cancels items that may have been bought, and does not check for a
 * quarantine: its caller must. Idempotent; returns how many items. Throws conflict while the lost call of an item that it
 * would cancel is being repeated.
 */
export async function cancelUnsent(
  tx: Tx,
  orderId: string,
  { reason, itemIds = null, alsoUnknown = false, keepsReplacements = false }: Cancellation,
): Promise<number> {
  const canceled = await tx.$queryRaw<{ id: string; target_key: string }[]>`
    WITH canceled AS (
      UPDATE fulfillment_items AS item SET state = 'canceled', reason = ${reason}, review_since = NULL,
        lease_token = NULL, not_before = NULL, paused_until = NULL, finished_at = now(), updated_at = now()
      WHERE order_id = ${orderId}::uuid AND ${alsoUnknown ? Prisma.sql`state ${inSet("cancelable")}` : isUnsent()}
        AND (${itemIds}::uuid[] IS NULL OR id = ANY(${itemIds}::uuid[]))
        AND NOT (${keepsReplacements} AND replaces_item_id IS NOT NULL)
      RETURNING id, target_key, old.state AS before
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT ${orderId}::uuid, id, 'item.changed', before::text, 'canceled', jsonb_build_object('reason', ${reason}::text)
      FROM canceled
    )
    SELECT id, target_key FROM canceled`;
  if (canceled.length === 0) return 0;
  const canceledIds = canceled.map(({ id }) => id);
  if (alsoUnknown) await requireNoRepeat(tx, canceledIds);
  await recountAndClose(tx, [orderId]);
  const freed = canceled.map((item) => item.target_key);
  await promoteWaiting(tx, freed);
  return canceled.length;
}
