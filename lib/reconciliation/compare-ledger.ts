import type { Db } from "@/lib/db/client";
import { formatCents } from "@/lib/money";
import { shortOrderId } from "@/lib/order-id";
import type { Difference } from "./discrepancies";

/** The orders with a movement of money since a given time. */
export async function listMovedOrders(db: Db, since: Date): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT order_id AS id FROM payment_attempts WHERE paid_at >= ${since}
    UNION SELECT order_id FROM refunds WHERE finished_at >= ${since}
    UNION SELECT order_id FROM ledger_entries WHERE created_at >= ${since} AND order_id IS NOT NULL
    UNION SELECT order_id FROM fulfillment_items WHERE last_checked_at >= ${since} AND charge IS NOT NULL`;
  return rows.map((row) => row.id);
}

type LedgerRow = { id: string; paid: number; refunded: number; sales: string; refunds: string };
type ChargeRow = { id: string; order_id: string; charge: string; posted: string; currency: string };

/**
 * The differences between the ledger and these orders' rows: sums of payments and refunds, and suppliers' charges for
 * their items. Each is a message with both figures.
 */
export async function compareLedger(db: Db, orderIds: string[]): Promise<Difference[]> {
  const [orders, charges] = await Promise.all([listWrongSums(db, orderIds), listWrongCharges(db, orderIds)]);
  return [
    ...orders.map(
      ({ id, paid, refunded, sales, refunds }): Difference => ({
        key: `ledger:${id}`,
        kind: "ledger",
        orderId: id,
        message: `By its own record, ${formatCents(paid)} of order #${shortOrderId(id)} was paid and ${formatCents(refunded)} refunded; the ledger says $${sales} and $${refunds}.`,
      }),
    ),
    ...charges.map(
      ({ id, order_id: orderId, charge, posted, currency }): Difference => ({
        key: `charge:${id}`,
        kind: "supplier_charge",
        orderId,
        message: `A supplier charged ${charge} ${currency} for an item of order #${shortOrderId(orderId)}; the ledger says ${posted}.`,
      }),
    ),
  ];
}

/** PostgreSQL's format for dollars: always two decimals, and up to four more where they are not zero. */
const dollars = "FM999999999990.009999";

function listWrongSums(db: Db, orderIds: string[]): Promise<LedgerRow[]> {
  return db.$queryRaw`
    SELECT orders.id, orders.paid_cents AS paid, orders.refunded_cents AS refunded,
      to_char(ledger.sales / 1000000, ${dollars}) AS sales, to_char(ledger.refunds / 1000000, ${dollars}) AS refunds
    FROM orders, LATERAL (
      SELECT COALESCE(-sum(amount_micros) FILTER (WHERE account = 'sales'), 0) AS sales,
        COALESCE(sum(amount_micros) FILTER (WHERE account = 'refunds'), 0) AS refunds
      FROM ledger_entries WHERE order_id = orders.id
    ) AS ledger
    WHERE orders.id = ANY(${orderIds}::uuid[])
      AND (ledger.sales <> orders.paid_cents * 10000::bigint OR ledger.refunds <> orders.refunded_cents * 10000::bigint)`;
}

function listWrongCharges(db: Db, orderIds: string[]): Promise<ChargeRow[]> {
  return db.$queryRaw`
    SELECT item.id, item.order_id, trim_scale(item.charge)::text AS charge, COALESCE(item.charge_currency, 'USD') AS currency,
      trim_scale(posted.micros / 1000000)::text AS posted
    FROM fulfillment_items AS item, LATERAL (
      SELECT COALESCE(sum(amount_micros), 0) AS micros FROM ledger_entries AS entry
      WHERE entry.order_id = item.order_id AND entry.account = 'supplier_costs' AND entry.supplier_id = item.supplier_id
        AND starts_with(entry.movement, 'charge:' || item.id || ':')
    ) AS posted
    WHERE item.order_id = ANY(${orderIds}::uuid[]) AND item.charge IS NOT NULL
      AND posted.micros <> round(item.charge * 1000000)`;
}
