import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import type { Violation } from "./invariants";

const entrySchema = z.object({
  atMs: z.number(),
  service: z.string(),
  link: z.string(),
  quantity: z.string(),
  ref: z.string().nullable(),
  fault: z.string().nullable(),
  order: z.union([z.number(), z.string()]).nullable(),
});

/** One `add` as the panel saw it. */
export type PanelCall = z.infer<typeof entrySchema>;

export type CallRow = {
  itemId: string;
  orderId: string;
  attempt: number;
  action: string;
  service: string;
  link: string;
  quantity: string;
  ref: string | null;
  outcome: string | null;
  startedMs: number;
  endedMs: number | null;
  mode: string;
};

export type Match = { seen: PanelCall; row: CallRow };

/** The calls that the panel received and those that the shop recorded, matched. */
export type ComparedCalls = { matches: Match[]; strays: PanelCall[]; rows: CallRow[] };

// Both clocks are this machine's, so a call begins before it arrives; its end is recorded a moment later.
const roundingMs = 5;
const slackMs = 2_000;

/** The `add` calls that arrived at the panel, with the recorded calls that made them. */
export async function comparePanelCalls(db: Database, panelLog: string): Promise<ComparedCalls> {
  const log = z.array(entrySchema).parse(await (await fetch(panelLog)).json());
  const rows = await db.$queryRaw<CallRow[]>`
    SELECT call.item_id AS "itemId", item.order_id AS "orderId", call.attempt, call.action,
      call.request ->> 'service' AS service, call.request ->> 'link' AS link, call.request ->> 'quantity' AS quantity,
      call.request -> 'extra' ->> 'ref' AS ref, call.outcome, supplier.evidence_mode::text AS mode,
      (extract(epoch FROM call.started_at) * 1000)::float8 AS "startedMs",
      (extract(epoch FROM call.ended_at) * 1000)::float8 AS "endedMs"
    FROM supplier_calls AS call JOIN fulfillment_items AS item ON item.id = call.item_id
      JOIN suppliers AS supplier ON supplier.id = call.supplier_id
    WHERE call.action = 'add' OR starts_with(call.action, 'repeat:')
    ORDER BY call.started_at`;
  return matchCalls(log, rows);
}

/**
 * Matches each `add` that arrived at the panel with the recorded call that made it: the same request, begun before it
 * arrived. Calls that were open then come first, then those that had ended (their process was stopped). The recorded
 * end of a lost call is ignored, because a run moves it back to shorten the waits that count from it. Pure.
 */
export function matchCalls(log: PanelCall[], rows: CallRow[]): ComparedCalls {
  const endOf = ({ outcome, endedMs }: CallRow) =>
    outcome === "unknown" ? Number.POSITIVE_INFINITY : (endedMs ?? Number.POSITIVE_INFINITY);
  const byRequest = new Map<string, CallRow[]>();
  for (const row of rows) byRequest.set(requestOf(row), [...(byRequest.get(requestOf(row)) ?? []), row]);
  const free = new Set(rows);
  const matches: Match[] = [];
  const take = (seen: PanelCall, mayHaveEnded: boolean): boolean => {
    const row = (byRequest.get(requestOf(seen)) ?? []).findLast(
      (candidate) =>
        free.has(candidate) &&
        candidate.startedMs <= seen.atMs + roundingMs &&
        (mayHaveEnded || endOf(candidate) + slackMs >= seen.atMs),
    );
    if (!row) return false;
    free.delete(row);
    matches.push({ seen, row });
    return true;
  };
  const late = log.filter((seen) => !take(seen, false));
  return { matches, strays: late.filter((seen) => !take(seen, true)), rows };
}

/** The number that a supplier gave an order, also one that it has forgotten by moving. */
export function numberOf(order: number | string): string {
  return String(order).split("@")[0] ?? "";
}

function requestOf({ service, link, quantity, ref }: PanelCall | CallRow): string {
  return [service, link, quantity, ref ?? ""].join(" ");
}

/**
 * I1 as the panel saw it: no `add` without a recorded call; at most one `add` per item that was not refused (one more
 * for each time an administrator sent the item again); every order it took is attached, in review, or named with its
 * item.
 */
export async function checkPanelCalls(db: Database, calls: ComparedCalls): Promise<Violation[]> {
  const { matches, strays } = calls;
  const found: Violation[] = strays.map((seen) => ({
    invariant: "I1",
    what: `the panel got an add of ${seen.quantity} for ${seen.link} at ${new Date(seen.atMs).toISOString()} without a recorded call`,
  }));
  const events = await db.$queryRaw<{ itemId: string; resubmitted: number; wasUnknown: boolean }[]>`
    SELECT item_id AS "itemId", count(*) FILTER (WHERE data ->> 'resubmitted' = 'true')::int AS resubmitted,
      bool_or("to" = 'unknown') AS "wasUnknown"
    FROM order_events WHERE item_id IS NOT NULL GROUP BY item_id`;
  const history = new Map(events.map((row) => [row.itemId, row]));
  const attached = new Set(
    (await db.fulfillmentItem.findMany({ where: { providerOrderId: { not: null } } })).map(
      (item) => item.providerOrderId,
    ),
  );
  const named = await namedNumbers(db);
  const byItem = new Map<string, Match[]>();
  for (const match of matches) {
    const { itemId } = match.row;
    byItem.set(itemId, [...(byItem.get(itemId) ?? []), match]);
    const { order } = match.seen;
    if (order === null || attached.has(numberOf(order)) || named.has(numberOf(order))) continue;
    if (match.row.outcome === "rejected")
      found.push({ invariant: "I1", what: `item ${itemId}: a call that bought ${order} counts as refused` });
    else if (!history.get(itemId)?.wasUnknown)
      found.push({ invariant: "I1", what: `the panel's ${order} for item ${itemId} is shown nowhere` });
  }
  for (const [itemId, own] of byItem) {
    const allowed = 1 + (history.get(itemId)?.resubmitted ?? 0);
    const orders = new Set(own.flatMap(({ seen }) => seen.order ?? []));
    const sent = own.filter(
      ({ row, seen }) => row.action === "add" && (seen.order !== null || row.outcome !== "rejected"),
    );
    const isTold = [...orders].every((order) => attached.has(numberOf(order)) || named.has(numberOf(order)));
    const what = `item ${itemId} of order ${own[0]?.row.orderId}`;
    if (orders.size > allowed && !isTold)
      found.push({ invariant: "I1", what: `${what} was bought as ${[...orders].join(", ")}` });
    else if (sent.length > allowed && !isTold)
      found.push({ invariant: "I1", what: `${what} was sent ${sent.length} times without a refusal` });
  }
  return found;
}

/** The suppliers' order numbers that a timeline or an alert shows to an operator. */
async function namedNumbers(db: Database): Promise<Set<string>> {
  const rows = await db.$queryRaw<{ number: string }[]>`
    SELECT DISTINCT (regexp_matches(data::text, '\\d{6,}', 'g'))[1] AS number FROM order_events
      WHERE type NOT IN ('item.changed')
    UNION SELECT DISTINCT (regexp_matches(message, '\\d{6,}', 'g'))[1] FROM operator_alerts`;
  return new Set(rows.map(({ number }) => number));
}

// A lease may commit at the same moment as the refund.
const refundSlackMs = 5_000;

/** After a refund in full, no call buys anything more for its order. */
export async function checkRefundedOrders(db: Database, { matches }: ComparedCalls): Promise<Violation[]> {
  const refunded = await db.$queryRaw<{ id: string; atMs: number }[]>`
    SELECT orders.id, (extract(epoch FROM max(refunds.finished_at)) * 1000)::float8 AS "atMs"
    FROM orders JOIN refunds ON refunds.order_id = orders.id AND refunds.status = 'succeeded'
      JOIN payment_attempts AS attempt ON attempt.id = refunds.attempt_id AND attempt.status = 'paid'
    WHERE orders.paid_cents > 0 AND orders.refunded_cents = orders.paid_cents
    GROUP BY orders.id`;
  const since = new Map(refunded.map(({ id, atMs }) => [id, atMs]));
  return matches.flatMap(({ seen, row }) => {
    const atMs = since.get(row.orderId);
    if (atMs === undefined || seen.order === null || row.startedMs <= atMs + refundSlackMs) return [];
    const seconds = Math.round((row.startedMs - atMs) / 1000);
    const what = `item ${row.itemId} of order ${row.orderId} was bought as ${seen.order} by a call that began ${seconds} s after its refund in full`;
    return [{ invariant: "refund", what }];
  });
}
