import type { Db } from "@/lib/base/db/client";
import { inSet } from "@/lib/base/db/item-status";
import { utcText } from "@/lib/base/time/time";

type LostCallRow = {
  itemId: string;
  balance: string | null;
  currency: string | null;
  balanceAt: Date | null;
  spent: string;
  spentSince: Date | null;
  ours: string;
  price: string | null;
  open: number;
  before: string | null;
  after: string | null;
  late: string | null;
};

/** Circumstances of a lost call, for the operator who decides. They prove nothing: others may use the account too. */
export type LostCallFacts = {
  /** The supplier's last balance, and what the account and our orders spent since. */
  balance: string | null;
  /** The other items that the supplier may be delivering. */
  open: number;
  /** The order numbers that our calls before and after the lost one got. */
  numbers: string | null;
  /** A number that the supplier gave this item late and that no item has. */
  late: string | null;
};

/** The facts about the lost calls of an order's unknown items, by item. */
export async function findLostCalls(db: Db, orderId: string): Promise<Map<string, LostCallFacts>> {
  const rows = await db.$queryRaw<LostCallRow[]>`
    SELECT item.id AS "itemId", round(supplier.balance, 4)::text AS balance, supplier.balance_currency AS currency,
      supplier.balance_at AS "balanceAt", round(supplier.spent, 4)::text AS spent, supplier.spent_since AS "spentSince",
      round(service.rate_per_1000 * item.quantity / 1000, 4)::text AS price,
      (SELECT round(COALESCE(sum(bought.rate_per_1000 * other.quantity / 1000), 0), 4)::text
        FROM supplier_calls AS call JOIN fulfillment_items AS other ON other.id = call.item_id
        JOIN supplier_services AS bought ON bought.id = other.supplier_service_id
        WHERE call.supplier_id = supplier.id AND call.action = 'add' AND call.outcome = 'accepted'
          AND call.started_at >= supplier.spent_since) AS ours,
      (SELECT count(*)::int FROM fulfillment_items AS other
        WHERE other.supplier_id = supplier.id AND other.id <> item.id AND other.state ${inSet("mayBeAtSupplier")}) AS open,
      (SELECT other.provider_order_id FROM supplier_calls AS call JOIN fulfillment_items AS other ON other.id = call.item_id
        WHERE call.supplier_id = supplier.id AND call.outcome = 'accepted' AND call.started_at < lost.started_at
          AND other.supplier_id = supplier.id ORDER BY call.started_at DESC LIMIT 1) AS before,
      (SELECT other.provider_order_id FROM supplier_calls AS call JOIN fulfillment_items AS other ON other.id = call.item_id
        WHERE call.supplier_id = supplier.id AND call.outcome = 'accepted' AND call.started_at > lost.started_at
          AND other.supplier_id = supplier.id ORDER BY call.started_at LIMIT 1) AS after,
      (SELECT event.data ->> 'lateNumber' FROM order_events AS event
        WHERE event.item_id = item.id AND event.type = 'item.late_answer'
          AND event.data ->> 'lateSupplierId' = supplier.id::text AND NOT EXISTS (
            SELECT FROM fulfillment_items AS owner WHERE owner.supplier_id = supplier.id
              AND owner.provider_order_id = event.data ->> 'lateNumber')
        ORDER BY event.id DESC LIMIT 1) AS late
    FROM fulfillment_items AS item JOIN suppliers AS supplier ON supplier.id = item.supplier_id
    JOIN supplier_calls AS lost ON lost.item_id = item.id AND lost.action = 'add' AND lost.attempt = item.attempt
    LEFT JOIN supplier_services AS service ON service.id = item.supplier_service_id
    WHERE item.order_id = ${orderId}::uuid AND item.state = 'unknown'`;
  return new Map(rows.map((row) => [row.itemId, toFacts(row)]));
}

function toFacts({
  balance,
  currency,
  balanceAt,
  before,
  after,
  open,
  late,
  ...spending
}: LostCallRow): LostCallFacts {
  const numbers = [before && `after ${before}`, after && `before ${after}`].filter(Boolean).join(", ");
  const last = balance && balanceAt && `${balance} ${currency ?? ""}, read ${utcText(balanceAt)}`;
  const since =
    spending.spentSince &&
    `since ${utcText(spending.spentSince)} the account paid ${spending.spent}, and our accepted orders cost about ${spending.ours}`;
  const own = spending.price && `this item costs about ${spending.price}`;
  return {
    balance: last && [last, since, own].filter(Boolean).join("; "),
    open,
    numbers: numbers || null,
    late,
  };
}
