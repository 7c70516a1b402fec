import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";

/**
 * The ledger's sums in millionths of `currency`; currencies are never added together. `marginMicros` is revenue less
 * everything else.
 */
export type LedgerTotals = {
  currency: string;
  /** Payments of orders, before refunds. */
  revenueMicros: bigint;
  refundsMicros: bigint;
  feesMicros: bigint;
  /** Taken by disputes, less what was returned. */
  disputesMicros: bigint;
  supplierCostsMicros: bigint;
  marginMicros: bigint;
};

/** The sums of `LedgerTotals` over rows with `account` and `amount_micros`. */
export const ledgerSums = Prisma.sql`
  COALESCE(-sum(amount_micros) FILTER (WHERE account = 'sales'), 0)::bigint AS "revenueMicros",
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'refunds'), 0)::bigint AS "refundsMicros",
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'stripe_fees'), 0)::bigint AS "feesMicros",
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'disputes'), 0)::bigint AS "disputesMicros",
  COALESCE(sum(amount_micros) FILTER (WHERE account = 'supplier_costs'), 0)::bigint AS "supplierCostsMicros",
  COALESCE(-sum(amount_micros) FILTER (
    WHERE account IN ('sales', 'refunds', 'stripe_fees', 'disputes', 'supplier_costs')), 0)::bigint AS "marginMicros"`;

/** The sums of one order, one row per currency. */
export async function orderTotals(db: Db, orderId: string): Promise<LedgerTotals[]> {
  return db.$queryRaw`
    SELECT currency, ${ledgerSums} FROM ledger_entries WHERE order_id = ${orderId}::uuid
    GROUP BY currency ORDER BY currency`;
}
