import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

/**
 * What the ledger says came in and went out, in millionths of `currency`. `marginMicros` is revenue less everything
 * else. Currencies are never added together.
 */
export type LedgerTotals = {
  currency: string;
  /** Payments of orders, before refunds. */
  revenueMicros: bigint;
  refundsMicros: bigint;
  feesMicros: bigint;
  /** Taken by disputes, less what came back. */
  disputesMicros: bigint;
  supplierCostsMicros: bigint;
  marginMicros: bigint;
};

type TotalsRow = {
  currency: string;
  revenue: bigint;
  refunds: bigint;
  fees: bigint;
  disputes: bigint;
  supplier_costs: bigint;
};

const sums = Prisma.sql`
  COALESCE(-sum(amount_micros) FILTER (WHERE account = 'sales'), 0)::bigint AS revenue,
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'refunds'), 0)::bigint AS refunds,
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'stripe_fees'), 0)::bigint AS fees,
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'disputes'), 0)::bigint AS disputes,
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'supplier_costs'), 0)::bigint AS supplier_costs`;

/** The ledger between two moments (the first included, the second not), a row for each currency that moved. */
export async function ledgerTotals(db: Db, period: { from: Date; to: Date }): Promise<LedgerTotals[]> {
  const rows = await db.$queryRaw<TotalsRow[]>`
    SELECT currency, ${sums} FROM ledger_entries
    WHERE created_at >= ${period.from} AND created_at < ${period.to}
    GROUP BY currency ORDER BY currency`;
  return rows.map(totalsOf);
}

/** The ledger of one order, a row for each currency: what it brought, cost and left. */
export async function orderTotals(db: Db, orderId: string): Promise<LedgerTotals[]> {
  const rows = await db.$queryRaw<TotalsRow[]>`
    SELECT currency, ${sums} FROM ledger_entries WHERE order_id = ${orderId}::uuid
    GROUP BY currency ORDER BY currency`;
  return rows.map(totalsOf);
}

/** The lines of an order's ledger, oldest first. */
export async function listOrderEntries(db: Db, orderId: string) {
  return db.ledgerEntry.findMany({ where: { orderId }, orderBy: { id: "asc" } });
}

function totalsOf(row: TotalsRow): LedgerTotals {
  const { revenue, refunds, fees, disputes, supplier_costs: supplierCosts } = row;
  return {
    currency: row.currency,
    revenueMicros: revenue,
    refundsMicros: refunds,
    feesMicros: fees,
    disputesMicros: disputes,
    supplierCostsMicros: supplierCosts,
    marginMicros: revenue - refunds - fees - disputes - supplierCosts,
  };
}
