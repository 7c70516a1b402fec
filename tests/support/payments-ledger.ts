import type { Database } from "@/lib/db/client";

/** What the accounts hold of one order, in cents, or of the whole shop without one; those that hold nothing are left out. */
export async function postedCents(db: Database, orderId?: string): Promise<Record<string, number>> {
  const rows = await db.$queryRaw<{ account: string; cents: number }[]>`
    SELECT account::text, (sum(amount_micros) / 10000)::float8 AS cents FROM ledger_entries
    WHERE order_id = COALESCE(${orderId ?? null}::uuid, order_id)
    GROUP BY account HAVING sum(amount_micros) <> 0 ORDER BY account`;
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
