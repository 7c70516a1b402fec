import type { Db, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";

/** SQL: the row `item`, of `orders`, may have been bought in what the database has lost up to `until`. */
const mayBeBought = (until: Date) => Prisma.sql`(
  item.state ${inSet("withoutNumber")} AND item.provider_order_id IS NULL AND orders.created_at <= ${until})`;

/** The details that an operator looks for in a supplier's list. */
export type UncertainItem = { id: string; link: string; quantity: number };

/** The items that `holdItems` would hold, the oldest first. */
export function listUncertainItems(db: Db, until: Date): Promise<UncertainItem[]> {
  return db.$queryRaw<UncertainItem[]>`
    SELECT item.id, item.link, item.quantity
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
    WHERE ${mayBeBought(until)} ORDER BY item.created_at, item.id`;
}

/**
 * Puts every item that may have been bought up to `until` into review, also those whose call was in flight or lost in
 * the copy: they may have been sent again since, so no evidence about that call decides. Those that hold their target
 * become unknown, the others rejected. An item that was never sent gets the supplier that would be asked first, if any.
 */
export function holdItems(tx: Tx, until: Date): Promise<UncertainItem[]> {
  return tx.$queryRaw<UncertainItem[]>`
    WITH before AS (
      SELECT item.id, COALESCE(item.supplier_id, first.supplier_id) AS supplier_id,
        CASE WHEN item.supplier_id IS NULL THEN first.id ELSE item.supplier_service_id END AS service_id
      FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      LEFT JOIN LATERAL (
        SELECT service.id, service.supplier_id FROM smm_services AS ours
        JOIN service_mappings AS mapping ON mapping.smm_service_id = ours.id
        JOIN supplier_services AS service ON service.id = mapping.supplier_service_id
        JOIN suppliers AS supplier ON supplier.id = service.supplier_id AND supplier.kind = 'panel_v2'
        WHERE ours.platform_slug = item.platform_slug AND ours.service_slug = item.service_slug
          AND ours.variant = item.variant
        ORDER BY mapping.preference LIMIT 1
      ) AS first ON true
      WHERE ${mayBeBought(until)} ORDER BY item.id FOR UPDATE OF item
    ), held AS (
      UPDATE fulfillment_items AS item SET reason = 'database_restored', review_since = now(), not_before = NULL,
        paused_until = NULL, updated_at = now(),
        supplier_id = before.supplier_id, supplier_service_id = before.service_id,
        state = (CASE WHEN item.state ${inSet("holdsTarget")} THEN 'unknown' ELSE 'rejected' END)::item_state
      FROM before WHERE item.id = before.id
      RETURNING item.id, item.order_id, item.link, item.quantity, item.created_at, item.state, old.state AS was
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', was, state, '{"reason": "database_restored"}' FROM held WHERE was <> state
    )
    SELECT id, link, quantity FROM held ORDER BY created_at, id`;
}
