import type { Db } from "@/lib/base/db/client";

/**
 * Posts the difference between what suppliers charge for these items (`charge`, `charge_currency`) and what is posted
 * already, as movements `charge:<item>:<n>`. A charge may rise, fall to zero or change its currency; payments to an
 * earlier supplier of the item stay posted. Amounts are rounded half up to a millionth. Call it after the items were
 * written, in the same transaction and under the lock of their orders' delivery summaries. Safe to repeat.
 */
export async function recordSupplierCharge(tx: Db, itemIds: string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx.$executeRaw`
    WITH item AS (
      SELECT item.id, item.order_id, item.supplier_id, round(item.charge * 1000000)::bigint AS micros,
        lower(COALESCE(item.charge_currency, supplier.balance_currency, 'usd')) AS currency
      FROM fulfillment_items AS item JOIN suppliers AS supplier ON supplier.id = item.supplier_id
      WHERE item.id = ANY(${itemIds}::uuid[]) AND item.charge IS NOT NULL
    ), posted AS (
      SELECT item.id, entry.supplier_id, entry.currency, sum(entry.amount_micros)::bigint AS micros
      FROM item JOIN ledger_entries AS entry ON entry.order_id = item.order_id
        AND entry.supplier_id = item.supplier_id AND entry.account = 'supplier_costs'
        AND starts_with(entry.movement, 'charge:' || item.id || ':')
      GROUP BY item.id, entry.supplier_id, entry.currency
    ), wanted AS (
      SELECT id, supplier_id, currency, micros FROM item
      UNION ALL
      SELECT id, supplier_id, currency, -micros FROM posted
    ), difference AS (
      SELECT id, supplier_id, currency, sum(micros)::bigint AS micros,
        row_number() OVER (PARTITION BY id ORDER BY supplier_id, currency) AS place
      FROM wanted GROUP BY id, supplier_id, currency HAVING sum(micros) <> 0
    ), movement AS (
      SELECT difference.*, item.order_id, 'charge:' || difference.id || ':' || (place + (
        SELECT count(*) FROM ledger_entries AS entry WHERE entry.order_id = item.order_id
          AND entry.account = 'supplier_costs' AND starts_with(entry.movement, 'charge:' || difference.id || ':'))) AS name
      FROM difference JOIN item ON item.id = difference.id
    )
    INSERT INTO ledger_entries (movement, account, amount_micros, currency, order_id, supplier_id)
    SELECT name, 'supplier_costs'::ledger_account, micros, currency, order_id, movement.supplier_id FROM movement
    UNION ALL
    SELECT name, 'supplier_balances', -micros, currency, order_id, movement.supplier_id FROM movement`;
}
