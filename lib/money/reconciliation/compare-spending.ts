import type { Database, Db } from "@/lib/base/db/client";
import { hour, minute, utcText } from "@/lib/base/time/time";
import { takeSpending } from "@/lib/delivery/suppliers/refresh-balances";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { type Difference, saveDiscrepancies } from "./discrepancies";

export const spending = "supplier_spending";
// Every restart of a worker also compares; a period shorter than this is left to the next comparison.
const shortestMs = 20 * hour;
// A call that was in flight when the period began may have been paid after that.
const slackMs = 10 * minute;
// Panels round, and an order's cost is an estimate until its supplier names the charge.
const tolerance = { share: 0.01, amount: 0.01, estimateShare: 0.05 };

/** Amounts in `currency`; `since` is null for an account that is not due. */
type SpentRow = {
  id: string;
  name: string;
  since: Date | null;
  currency: string | null;
  spent: number;
  charged: number;
  returned: number;
  estimated: number;
  credited: number;
  isUsed: boolean;
  isUnread: boolean;
  isMixed: boolean;
};

/**
 * Compares, once a day, what each supplier's account has spent with what our orders cost there. A discrepancy means
 * that an order was bought twice, or by another client of the account. Spending is the sum of all drops between balance
 * readings; orders without a known charge count with their service's price.
 *
 * A double purchase does not show below 1 % of the day's turnover (6 % of estimated costs), beside a top-up or a returned
 * charge, without balance readings, or where charges are in another currency than the balance. An alert says so of each
 * supplier that was ordered from, unless our orders' returned charges explain the credits.
 */
export async function compareSpending(db: Database): Promise<void> {
  await db.$transaction(async (tx) => {
    const rows = await takeSpent(tx);
    await saveDiscrepancies(tx, rows.flatMap(compare));
    for (const row of rows) await reportBlindness(tx, row);
  });
}

function takeSpent(tx: Db): Promise<SpentRow[]> {
  return tx.$queryRaw<SpentRow[]>`
    WITH ${takeSpending(shortestMs)}, charge AS (
      SELECT entry.supplier_id, entry.currency,
        sum(entry.amount_micros) FILTER (WHERE entry.amount_micros > 0) / 1000000 AS amount,
        -sum(entry.amount_micros) FILTER (WHERE entry.amount_micros < 0) / 1000000 AS returned
      FROM due JOIN ledger_entries AS entry ON entry.supplier_id = due.id AND entry.account = 'supplier_costs'
        AND entry.created_at >= due.since - ${slackMs}::int * interval '1 millisecond'
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
    SELECT supplier.id, supplier.name, due.since, due.currency, due.spent::float8 AS spent,
      due.credited::float8 AS credited, COALESCE(ours.amount, 0)::float8 AS charged,
      COALESCE(ours.returned, 0)::float8 AS returned, COALESCE(estimate.amount, 0)::float8 AS estimated,
      EXISTS (SELECT FROM charge WHERE charge.supplier_id = due.id AND charge.currency <> due.currency) AS "isMixed",
      EXISTS (SELECT FROM supplier_calls AS call WHERE call.supplier_id = supplier.id AND call.action = 'add'
        AND call.started_at >= LEAST(due.since, now() - interval '1 day')) AS "isUsed",
      COALESCE(supplier.balance_at < now() - interval '1 day', true) AS "isUnread"
    FROM suppliers AS supplier LEFT JOIN due ON due.id = supplier.id
      LEFT JOIN charge AS ours ON ours.supplier_id = due.id AND ours.currency = due.currency
      LEFT JOIN estimate ON estimate.supplier_id = due.id`;
}

function compare(row: SpentRow): Difference[] {
  const { id, name, since, spent, charged, estimated, isMixed } = row;
  const explained = charged + estimated;
  const allowed = explained * tolerance.share + estimated * tolerance.estimateShare + tolerance.amount;
  if (!since || isMixed || spent - explained <= allowed) return [];
  const guess = estimated > 0 ? ` (${amountOf(row, estimated)} of it estimated)` : "";
  return [
    {
      key: `${spending}:${id}:${since.toISOString()}`,
      kind: spending,
      orderId: null,
      message:
        `Since ${utcText(since)} the account at ${name} has spent ${amountOf(row, spent)}; our orders explain ${amountOf(row, explained)}${guess}. ` +
        "Look in the supplier's list of orders for one that was bought twice, or that is not ours.",
    },
  ];
}

/** Raises or resolves the alert that purchases at a supplier can't be checked. */
async function reportBlindness(tx: Db, row: SpentRow): Promise<void> {
  const { id, name, since, isUsed, isUnread } = row;
  const key = `spending_unseen:${id}`;
  if (isUsed && !isUnread && since === null) return;
  const reason = isUsed ? blindness(row) : null;
  if (reason === null) return resolveAlert(tx, key);
  const message = `A double purchase at ${name} would not be noticed: ${reason}. Compare the supplier's list of orders with ours for the last day.`;
  await raiseAlert(tx, { key, kind: "spending_unseen", message, supplierId: id });
}

function blindness(row: SpentRow): string | null {
  if (row.isUnread) return "its balance has not been read for a day";
  if (row.isMixed) return "it charges in another currency than its balance's";
  if (row.credited - row.returned <= tolerance.amount) return null;
  return `its balance rose by ${amountOf(row, row.credited)}, and our orders got back ${amountOf(row, row.returned)}; what was bought beside a top-up does not show`;
}

function amountOf({ currency }: SpentRow, value: number): string {
  return `${value.toFixed(2)} ${currency?.toUpperCase()}`;
}
