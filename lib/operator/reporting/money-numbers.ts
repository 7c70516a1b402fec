import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { type LedgerTotals, ledgerSums } from "@/lib/orders/ledger/order-totals";
import { priceOfUnits } from "@/lib/orders/order/order-parts";
import type { Period } from "./funnel";

/** The ledger's sums for one service; platform and service are null for entries without an order. */
type ServiceMoney = LedgerTotals & { platform: string | null; service: string | null };

/** The ledger's sums for one supplier's deliveries; null where nothing was sent to a supplier. */
type SupplierMoney = LedgerTotals & { supplier: string | null };

/** The ledger of a period by platform and service, one row each per currency. They add up to the whole ledger. */
export function loadMoneyByService(db: Db, { from, to }: Period): Promise<ServiceMoney[]> {
  return db.$queryRaw`
    SELECT orders.platform_slug AS platform, orders.service_slug AS service, entry.currency, ${ledgerSums}
    FROM ledger_entries AS entry LEFT JOIN orders ON orders.id = entry.order_id
    WHERE entry.created_at >= ${from} AND entry.created_at < ${to}
    GROUP BY 1, 2, 3 ORDER BY "revenueMicros" DESC, 1, 2, 3`;
}

/**
 * The ledger of a period by supplier, one row each per currency. A supplier's cost is its own; everything else posted
 * for an order is divided among the suppliers of its items by the price of their units, to the millionth, so that these
 * rows too add up to the whole ledger.
 */
export function loadMoneyBySupplier(db: Db, { from, to }: Period): Promise<SupplierMoney[]> {
  return db.$queryRaw`
    WITH posted AS MATERIALIZED (
      SELECT order_id, currency, account, supplier_id, sum(amount_micros) AS micros FROM ledger_entries
      WHERE created_at >= ${from} AND created_at < ${to}
        AND account IN ('sales', 'refunds', 'stripe_fees', 'disputes', 'supplier_costs')
      GROUP BY 1, 2, 3, 4
    ), share AS (
      SELECT order_id, supplier_id, sum(price) OVER (PARTITION BY order_id ORDER BY position) AS upto,
        sum(price) OVER (PARTITION BY order_id ORDER BY position) - price AS below,
        sum(price) OVER (PARTITION BY order_id) AS whole
      FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
        CROSS JOIN LATERAL (SELECT ${priceOfUnits(Prisma.sql`item.quantity`)} AS price) AS sold
      WHERE replaces_item_id IS NULL AND order_id IN (SELECT order_id FROM posted)
    ), part AS (
      SELECT supplier_id, currency, account, micros AS amount_micros FROM posted WHERE account = 'supplier_costs'
      UNION ALL
      SELECT share.supplier_id, currency, account,
        COALESCE(round(micros * upto / whole) - round(micros * below / whole), micros)
      FROM posted LEFT JOIN share USING (order_id) WHERE account <> 'supplier_costs'
    )
    SELECT suppliers.name AS supplier, part.currency, ${ledgerSums}
    FROM part LEFT JOIN suppliers ON suppliers.id = part.supplier_id
    GROUP BY suppliers.id, 1, 2 ORDER BY "revenueMicros" DESC, 1, 2`;
}

export type DayMoney = { day: string; revenueMicros: bigint; marginMicros: bigint };

/** Sales and margin of each day (UTC) of a period in one currency, oldest first; days without entries are zero. */
export function loadMoneyByDay(db: Db, { from, to }: Period, currency: string): Promise<DayMoney[]> {
  return db.$queryRaw`
    SELECT to_char(span.day, 'YYYY-MM-DD') AS day, ${ledgerSums}
    FROM generate_series(${from}::timestamptz AT TIME ZONE 'UTC',
      ${to}::timestamptz AT TIME ZONE 'UTC' - interval '1 day', interval '1 day') AS span(day)
    LEFT JOIN ledger_entries ON created_at >= span.day AT TIME ZONE 'UTC'
      AND created_at < (span.day + interval '1 day') AT TIME ZONE 'UTC' AND currency = ${currency}
    GROUP BY span.day ORDER BY span.day`;
}

/** Rows of one currency added up: for a platform's, a service's or the period's total. Pure. */
export function addMoney(rows: readonly LedgerTotals[]): Omit<LedgerTotals, "currency"> {
  const sum = (name: Exclude<keyof LedgerTotals, "currency">) =>
    rows.reduce((total, row) => total + row[name], 0n);
  return {
    revenueMicros: sum("revenueMicros"),
    refundsMicros: sum("refundsMicros"),
    feesMicros: sum("feesMicros"),
    disputesMicros: sum("disputesMicros"),
    supplierCostsMicros: sum("supplierCostsMicros"),
    marginMicros: sum("marginMicros"),
  };
}
