import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { formatCents, formatMicros } from "@/lib/base/money";
import { shortOrderId } from "@/lib/base/order-id";
import type { Difference } from "./discrepancies";

/**
 * Compares with the ledger the rows of orders whose money moved since a time, and of these orders: what was paid and
 * refunded, and what suppliers charged for their items. Returns the differences.
 */
export async function compareLedger(db: Db, since: Date, orderIds: string[]): Promise<Difference[]> {
  const compared = Prisma.sql`(
    SELECT order_id FROM payment_attempts WHERE paid_at >= ${since}
    UNION SELECT order_id FROM refunds WHERE finished_at >= ${since}
    UNION SELECT order_id FROM ledger_entries WHERE created_at >= ${since} AND order_id IS NOT NULL
    UNION SELECT order_id FROM fulfillment_items WHERE last_checked_at >= ${since} AND charge IS NOT NULL
    UNION SELECT unnest(${orderIds}::uuid[]))`;
  return [...(await compareSums(db, compared)), ...(await compareCharges(db, compared))];
}

async function compareSums(db: Db, compared: Prisma.Sql): Promise<Difference[]> {
  const wrong = await db.$queryRaw<
    { orderId: string; paid: number; refunded: number; sales: string; refunds: string }[]
  >`
    SELECT orders.id AS "orderId", paid_cents AS paid, refunded_cents AS refunded, sales::text, refunds::text
    FROM orders, LATERAL (
      SELECT COALESCE(-sum(amount_micros) FILTER (WHERE account = 'sales'), 0) AS sales,
        COALESCE(sum(amount_micros) FILTER (WHERE account = 'refunds'), 0) AS refunds
      FROM ledger_entries WHERE order_id = orders.id
    ) AS ledger
    WHERE orders.id IN ${compared}
      AND (sales <> paid_cents * 10000::bigint OR refunds <> refunded_cents * 10000::bigint)`;
  return wrong.map(({ orderId, paid, refunded, sales, refunds }) => ({
    key: `ledger:${orderId}`,
    kind: "ledger",
    orderId,
    message: `By its own record, ${formatCents(paid)} of order #${shortOrderId(orderId)} was paid and ${formatCents(refunded)} refunded; the ledger says ${formatMicros(sales, "usd")} and ${formatMicros(refunds, "usd")}.`,
  }));
}

async function compareCharges(db: Db, compared: Prisma.Sql): Promise<Difference[]> {
  const wrong = await db.$queryRaw<
    { id: string; orderId: string; charge: string; posted: string; currency: string }[]
  >`
    SELECT item.id, item.order_id AS "orderId", trim_scale(item.charge)::text AS charge,
      COALESCE(item.charge_currency, 'USD') AS currency, trim_scale(posted.micros / 1000000)::text AS posted
    FROM fulfillment_items AS item, LATERAL (
      SELECT COALESCE(sum(amount_micros), 0) AS micros FROM ledger_entries AS entry
      WHERE entry.order_id = item.order_id AND entry.account = 'supplier_costs' AND entry.supplier_id = item.supplier_id
        AND starts_with(entry.movement, 'charge:' || item.id || ':')
    ) AS posted
    WHERE item.order_id IN ${compared} AND item.charge IS NOT NULL
      AND posted.micros <> round(item.charge * 1000000)`;
  return wrong.map(({ id, orderId, charge, posted, currency }) => ({
    key: `charge:${id}`,
    kind: "supplier_charge",
    orderId,
    message: `A supplier charged ${charge} ${currency} for an item of order #${shortOrderId(orderId)}; the ledger says ${posted}.`,
  }));
}
