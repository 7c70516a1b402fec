import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { inSet } from "@/lib/db/item-status";
import { storeTakenNumber } from "@/lib/orders/provider-order-id";
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

type Accepted = {
  lease: ItemLease;
  outcome: Extract<Outcome, { kind: "accepted" }>;
  /** How long until the first look at its status. */
  baseMs: number;
};

/** Records an order that a supplier accepted. An item that has moved on keeps its state, and the operator is told. */
async function recordAccepted(db: Database, accepted: Accepted): Promise<void> {
  const { lease, outcome } = accepted;
  let isTaken: boolean;
  try {
    isTaken = await takeNumber(db, accepted);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await recordRepeatedNumber(db, lease, outcome);
    isTaken = false;
  }
  if (!isTaken) await recordLateAnswer(db, lease, outcome);
}

type Taken = { supplier_id: string; is_unwell: boolean };

/**
 * Writes the call, the item, its order's first number and the timeline in one statement. False when the item has moved
 * on.
 */
async function takeNumber(db: Database, { lease, outcome, baseMs }: Accepted): Promise<boolean> {
  const { itemId, supplierId } = lease;
  const number = outcome.providerOrderId;
  const [taken] = await db.$queryRaw<Taken[]>`
    WITH before AS (
      SELECT id, state::text FROM fulfillment_items
      WHERE id = ${itemId}::uuid AND (
        (lease_token = ${lease.token}::uuid AND state ${inSet("leased")})
        -- Made ready again although it was bought, and not leased since: the number prevents a second purchase.
        OR (state = 'ready' AND attempt = ${lease.attempt}::int AND supplier_id = ${supplierId}::uuid))
      FOR UPDATE
    ), call AS (
      UPDATE supplier_calls AS call SET outcome = 'accepted', reason = NULL,
        http_status = ${outcome.evidence.httpStatus}::int, answer = ${keptAnswer(outcome.evidence)}, ended_at = now()
      FROM before
      WHERE call.item_id = before.id AND call.action = 'add' AND call.attempt = ${lease.attempt}::int
    ), taken AS (
      UPDATE fulfillment_items AS item SET state = 'submitted', provider_order_id = ${number}, lease_token = NULL,
        not_before = NULL, submitted_at = now(), updated_at = now(),
        -- Without a number it is delivered manually.
        reason = CASE WHEN ${number}::text IS NULL THEN 'manual' END,
        review_since = CASE WHEN ${number}::text IS NULL THEN now() END,
        next_check_at = CASE WHEN ${number}::text IS NOT NULL THEN now() + ${baseMs}::int * interval '1 millisecond' END
      FROM before WHERE item.id = before.id
      RETURNING item.id, item.order_id, item.supplier_id, item.provider_order_id, before.state AS before
    ), numbered AS (${storeTakenNumber}), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', before, 'submitted', jsonb_build_object('providerOrderId', provider_order_id)
      FROM taken
    )
    SELECT supplier.id AS supplier_id, supplier.failures > 0 OR supplier.hold_reason IS NOT NULL AS is_unwell
    FROM taken JOIN suppliers AS supplier ON supplier.id = taken.supplier_id`;
  if (taken?.is_unwell) await noteAnswer(db, taken.supplier_id, { hasBought: true });
  return taken !== undefined;
}
