import { batchedPer } from "@/lib/batcher";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { inSet } from "@/lib/db/item-status";
import { storeProviderOrderIdsSql } from "@/lib/orders/provider-order-id";
import { noteAnswer } from "@/lib/suppliers/health";
import type { CallDeps, ItemLease, Outcome } from "../item-lease";
import { recordLateAnswer } from "./record-late-answer";
import { recordRefusal } from "./record-refusal";
import { recordRepeatedNumber } from "./record-repeated-number";
import { recordUnknown } from "./record-unknown";
import { keptAnswer } from "./supplier-call";

/**
 * Records the outcome of a leased call with its evidence. Idempotent. An item that the sweeper made unknown meanwhile
 * follows the answer; so does one that was made ready again and not leased since, if the supplier accepted it. Any
 * other item that has moved on keeps its state, and an acceptance then flags its order, with an alert
 * (`recordLateAnswer`).
 */
export async function recordOutcome(
  { db, baseMs }: Pick<CallDeps, "db" | "baseMs">,
  lease: ItemLease,
  outcome: Outcome,
): Promise<void> {
  switch (outcome.kind) {
    case "accepted":
      return recordAccepted(db, { lease, outcome, baseMs });
    case "rejected":
      return recordRefusal(db, lease, outcome);
    case "unknown":
      return recordUnknown(db, lease, outcome);
  }
}

type Entry = { lease: ItemLease; outcome: Extract<Outcome, { kind: "accepted" }>; baseMs: number };

const recordTogether = batchedPer(recordBatch, 50);

/**
 * Records an order that a supplier accepted; concurrent ones are recorded together. An item that has moved on is not
 * changed, and the operator is told about the late order number.
 */
async function recordAccepted(db: Database, entry: Entry): Promise<void> {
  const isTaken = await recordTogether(db, entry).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    // An entry of the batch has the number of another item; recording each one alone shows which.
    return recordAlone(db, entry);
  });
  if (!isTaken) await recordLateAnswer(db, entry.lease, entry.outcome);
}

async function recordAlone(db: Database, entry: Entry): Promise<boolean> {
  try {
    return (await recordBatch(db, [entry])).every((isTaken) => isTaken);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await recordRepeatedNumber(db, entry.lease, entry.outcome);
    return false;
  }
}

type TakenRow = { id: string; attempt: number; supplier_id: string; is_unwell: boolean };

/**
 * Writes calls, items, their orders' first number and the timeline in one statement. Returns, for each entry, whether
 * its item took the number.
 */
async function recordBatch(db: Database, entries: Entry[]): Promise<boolean[]> {
  // Keeps the plan on the primary key, whatever the planner knows of the tables' size.
  const ids = entries.map(({ lease }) => lease.itemId);
  const taken = await db.$queryRaw<TakenRow[]>`
    WITH done AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(entries.map(toRow))}::jsonb) AS done(
        item_id uuid, supplier_id uuid, token uuid, attempt int, number text, http_status int, answer text, first_check_ms int)
    ), before AS (
      SELECT item.id, item.state::text, done.*
      FROM done JOIN fulfillment_items AS item ON item.id = done.item_id
      WHERE item.id = ANY(${ids}::uuid[]) AND (
        (item.lease_token = done.token AND item.state ${inSet("leased")})
        -- Made ready again although it was bought, and not leased since: the number prevents a second purchase.
        OR (item.state = 'ready' AND item.attempt = done.attempt AND item.supplier_id = done.supplier_id)
      ) ORDER BY item.id FOR UPDATE OF item
    ), call AS (
      UPDATE supplier_calls AS call SET outcome = 'accepted', reason = NULL, http_status = before.http_status,
        answer = before.answer, ended_at = now()
      FROM before WHERE call.item_id = ANY(${ids}::uuid[]) AND call.item_id = before.id AND call.action = 'add'
        AND call.attempt = before.attempt
    ), taken AS (
      UPDATE fulfillment_items AS item SET state = 'submitted', provider_order_id = before.number, lease_token = NULL,
        not_before = NULL, submitted_at = now(), updated_at = now(),
        reason = CASE WHEN before.number IS NULL THEN 'manual' END,
        review_since = CASE WHEN before.number IS NULL THEN now() END,
        next_check_at = CASE WHEN before.number IS NOT NULL
          THEN now() + before.first_check_ms * interval '1 millisecond' END
      FROM before WHERE item.id = before.id
      RETURNING item.id, item.attempt, item.order_id, item.supplier_id, item.provider_order_id, before.state AS before
    ), ${storeProviderOrderIdsSql}, event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', before, 'submitted', jsonb_build_object('providerOrderId', provider_order_id)
      FROM taken
    )
    SELECT taken.id, taken.attempt, supplier.id AS supplier_id, supplier.failures > 0 OR supplier.hold_reason IS NOT NULL AS is_unwell
    FROM taken JOIN suppliers AS supplier ON supplier.id = taken.supplier_id`;
  const unwell = new Set(taken.filter((row) => row.is_unwell).map((row) => row.supplier_id));
  for (const supplierId of unwell) await noteAnswer(db, supplierId, { hasBought: true });
  return entries.map(({ lease }) =>
    taken.some((row) => row.id === lease.itemId && row.attempt === lease.attempt),
  );
}

function toRow({ lease, outcome, baseMs }: Entry) {
  return {
    item_id: lease.itemId,
    supplier_id: lease.supplierId,
    token: lease.token,
    attempt: lease.attempt,
    number: outcome.providerOrderId,
    http_status: outcome.evidence.httpStatus,
    answer: keptAnswer(outcome.evidence),
    first_check_ms: baseMs,
  };
}
