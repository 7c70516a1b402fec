import type { Database, Db } from "@/lib/db/client";
import { takeSpending } from "@/lib/suppliers/refresh-balances";
import { day, hour, minute, utcText } from "@/lib/time";
import type { Difference } from "./compare-payment";
import { saveNewDiscrepancies } from "./discrepancies";

const kind = "supplier_spending";
// Every restart of a worker also compares; a period shorter than this is left to the next comparison.
const shortestMs = 20 * hour;
// A call that was in flight when the period began may have been paid after that.
const slackMs = 10 * minute;
// Panels round, and an order's cost is an estimate until its supplier names the charge.
const tolerance = { share: 0.01, amount: 0.01, estimateShare: 0.05 };

const listedMs = 7 * day;

type SpentRow = {
  id: string;
  name: string;
  since: Date;
  currency: string;
  spent: number;
  charged: number;
  estimated: number;
  has_other_currency: boolean;
};

/**
 * Compares, once a day, what each supplier's account has spent with what our orders cost there. A discrepancy means
 * that an order was bought twice, or by another client of the account. Spending is the sum of all drops between balance
 * readings, so top-ups and returned charges only make it smaller; orders without a known charge count with their
 * service's price. Skipped: suppliers without balance readings, or with charges in another currency than the balance.
 */
export async function compareSpending(db: Database): Promise<void> {
  await db.$transaction(async (tx) => {
    const rows = await takeSpent(tx);
    await saveNewDiscrepancies(tx, rows.filter(isUnexplained).map(toDifference));
  });
}

/**
 * True for a discrepancy of this kind found within the last week, which stays listed because later runs can't explain
 * it.
 */
export function isListedSpending(discrepancy: { kind: string; foundAt: Date }, now: Date): boolean {
  return discrepancy.kind === kind && now.getTime() - discrepancy.foundAt.getTime() < listedMs;
}

function takeSpent(tx: Db): Promise<SpentRow[]> {
  return tx.$queryRaw<SpentRow[]>`
    WITH ${takeSpending(shortestMs)}, charge AS (
      SELECT entry.supplier_id, entry.currency, sum(entry.amount_micros) / 1000000 AS amount
      FROM due JOIN ledger_entries AS entry ON entry.supplier_id = due.id AND entry.account = 'supplier_costs'
        AND entry.amount_micros > 0 AND entry.created_at >= due.since - ${slackMs}::int * interval '1 millisecond'
      GROUP BY entry.supplier_id, entry.currency
    ), estimate AS (
      SELECT call.supplier_id, sum(service.rate_per_1000 * item.quantity / 1000) AS amount
      FROM due JOIN supplier_calls AS call ON call.supplier_id = due.id AND call.action = 'add'
        AND call.started_at >= due.since - ${slackMs}::int * interval '1 millisecond'
        AND call.outcome IS DISTINCT FROM 'rejected'
      JOIN fulfillment_items AS item ON item.id = call.item_id
      JOIN supplier_services AS service ON service.supplier_id = call.supplier_id
        AND service.external_id = call.request ->> 'service'
      WHERE NOT EXISTS (
        SELECT FROM ledger_entries AS entry WHERE entry.order_id = item.order_id AND entry.supplier_id = due.id
          AND starts_with(entry.movement, 'charge:' || item.id || ':'))
      GROUP BY call.supplier_id
    )
    SELECT due.id, due.name, due.since, due.currency, due.spent::float8 AS spent,
      COALESCE(ours.amount, 0)::float8 AS charged, COALESCE(estimate.amount, 0)::float8 AS estimated,
      EXISTS (SELECT FROM charge WHERE charge.supplier_id = due.id AND charge.currency <> due.currency) AS has_other_currency
    FROM due LEFT JOIN charge AS ours ON ours.supplier_id = due.id AND ours.currency = due.currency
      LEFT JOIN estimate ON estimate.supplier_id = due.id`;
}

function isUnexplained({ spent, charged, estimated, has_other_currency: isMixed }: SpentRow): boolean {
  const explained = charged + estimated;
  const allowed = explained * tolerance.share + estimated * tolerance.estimateShare + tolerance.amount;
  return !isMixed && spent - explained > allowed;
}

function toDifference({ id, name, since, currency, spent, charged, estimated }: SpentRow): Difference {
  const amount = (value: number) => `${value.toFixed(2)} ${currency.toUpperCase()}`;
  const guess = estimated > 0 ? ` (${amount(estimated)} of it estimated)` : "";
  return {
    key: `${kind}:${id}:${since.toISOString()}`,
    kind,
    orderId: null,
    message:
      `Since ${utcText(since)} the account at ${name} has spent ${amount(spent)}; our orders explain ${amount(charged + estimated)}${guess}. ` +
      "Look in the supplier's list of orders for one that was bought twice, or that is not ours.",
  };
}
