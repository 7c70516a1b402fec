import type { Db, Tx } from "@/lib/db/client";
import { inSet } from "@/lib/db/item-status";

/** Marks an item as unknown when its supplier certainly took it, so that its order number can be attached. */
export async function markItemBought(db: Db, itemId: string, supplierId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE fulfillment_items AS item SET state = 'unknown', reason = 'database_restored', review_since = now(), not_before = NULL,
      leased_at = COALESCE(leased_at, now()), supplier_id = ${supplierId}::uuid, updated_at = now(),
      supplier_service_id = (
        SELECT service.id FROM smm_services AS ours JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id
        JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
        WHERE ours.platform = item.platform AND ours.service_type = item.service_type
          AND service.supplier_id = ${supplierId}::uuid ORDER BY mapping.preference LIMIT 1)
    WHERE id = ${itemId}::uuid AND state IN ('ready', 'paused', 'submitting', 'unknown')`;
}

/**
 * Puts items without a supplier's number that may have been bought into review, also those whose call was in flight or
 * lost in the copy: they may have been sent again since, so no evidence about that call decides. Those that hold their
 * target become unknown; the others, whose target another item may hold, become rejected. Returns how many.
 */
export async function holdItems(
  tx: Tx,
  uncertain: { itemId: string; supplierId: string | null }[],
): Promise<number> {
  return tx.$executeRaw`
    WITH before AS (
      SELECT item.id, item.state, uncertain."supplierId" FROM jsonb_to_recordset(${JSON.stringify(uncertain)}::jsonb)
        AS uncertain("itemId" uuid, "supplierId" uuid) JOIN fulfillment_items AS item ON item.id = uncertain."itemId"
      WHERE item.state ${inSet("withoutNumber")} ORDER BY item.id FOR UPDATE OF item
    ), held AS (
      UPDATE fulfillment_items AS item SET reason = 'database_restored', review_since = now(), not_before = NULL,
        paused_until = NULL, updated_at = now(),
        supplier_id = CASE WHEN before.state ${inSet("leased")} THEN item.supplier_id
          ELSE COALESCE(before."supplierId", item.supplier_id) END,
        state = (CASE WHEN before.state ${inSet("holdsTarget")} THEN 'unknown' ELSE 'rejected' END)::item_state
      FROM before WHERE item.id = before.id
      RETURNING item.id, item.order_id, item.state, before.state AS was
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', was, state, '{"reason": "database_restored"}' FROM held WHERE was <> state
    )
    SELECT id FROM held`;
}
