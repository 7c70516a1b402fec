import type { Database } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { inSet } from "@/lib/base/db/item-status";
import type { CallDeps, ItemLease, Outcome } from "@/lib/delivery/items/item-lease";
import { holdSupplier, noteAnswer } from "@/lib/delivery/suppliers/health";
import { storeTakenNumber } from "@/lib/orders/order/provider-order-id";
import { endOfCall } from "./end-call";
import { recordLateAnswer } from "./record-late-answer";
import { recordRefusal } from "./record-refusal";
import { recordUnknown } from "./record-unknown";
import { longestHoldMs } from "./refusal-policy";

type RecordDeps = Pick<CallDeps, "db" | "baseMs">;
type Accepted = Extract<Outcome, { kind: "accepted" }>;

/**
 * Records the outcome of a leased call with its evidence. Idempotent. An item that the sweeper made unknown meanwhile
 * follows the answer; so does one that was made ready again and not leased since, if the supplier accepted it. Any
 * other item that has moved on keeps its state, and an acceptance then flags its order (`recordLateAnswer`).
 */
export async function recordOutcome(deps: RecordDeps, lease: ItemLease, outcome: Outcome): Promise<void> {
  switch (outcome.kind) {
    case "accepted":
      return recordAccepted(deps, lease, outcome);
    case "rejected":
      return recordRefusal(deps.db, lease, outcome);
    case "unknown":
      return recordUnknown(deps.db, lease, outcome);
  }
}

async function recordAccepted(deps: RecordDeps, lease: ItemLease, outcome: Accepted): Promise<void> {
  let isTaken = false;
  try {
    isTaken = await takeNumber(deps, lease, outcome);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await recordRepeatedNumber(deps.db, lease, outcome);
  }
  if (!isTaken) await recordLateAnswer(deps.db, lease, outcome);
}

/** Writes the item, the call, the order's first number and the timeline. False when the item has moved on. */
async function takeNumber({ db, baseMs }: RecordDeps, lease: ItemLease, outcome: Accepted): Promise<boolean> {
  const { itemId, supplierId } = lease;
  const number = outcome.providerOrderId;
  const [taken] = await db.$queryRaw<{ isUnwell: boolean }[]>`
    WITH taken AS (
      UPDATE fulfillment_items SET state = 'submitted', provider_order_id = ${number}, lease_token = NULL,
        not_before = NULL, submitted_at = now(), updated_at = now(),
        -- Without a number it is delivered manually.
        reason = CASE WHEN ${number}::text IS NULL THEN 'manual' END,
        review_since = CASE WHEN ${number}::text IS NULL THEN now() END,
        next_check_at = CASE WHEN ${number}::text IS NOT NULL THEN now() + ${baseMs}::int * interval '1 millisecond' END
      WHERE id = ${itemId}::uuid AND (
        (lease_token = ${lease.token}::uuid AND state ${inSet("leased")})
        -- Made ready again although it was bought, and not leased since: the number prevents a second purchase.
        OR (state = 'ready' AND attempt = ${lease.attempt}::int AND supplier_id = ${supplierId}::uuid))
      RETURNING id, order_id, provider_order_id, old.state AS before
    ), call AS (${endOfCall(lease, outcome)} AND EXISTS (SELECT FROM taken)
    ), numbered AS (${storeTakenNumber}
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', before, 'submitted', jsonb_build_object('providerOrderId', provider_order_id)
      FROM taken
    )
    SELECT failures > 0 OR hold_reason IS NOT NULL AS "isUnwell"
    FROM suppliers WHERE id = ${supplierId}::uuid AND EXISTS (SELECT FROM taken)`;
  if (taken?.isUnwell) await noteAnswer(db, supplierId, { hasBought: true });
  return taken !== undefined;
}

/**
 * Records an acceptance under a number that another item in flight has. The supplier merged the two orders or started
 * its numbers again, so the number proves nothing about either: both items go to an operator, the other one is polled no
 * more, and the supplier is put on hold with an alert.
 */
async function recordRepeatedNumber(db: Database, lease: ItemLease, outcome: Accepted): Promise<void> {
  const { supplierId } = lease;
  const { providerOrderId: number, evidence } = outcome;
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`
      WITH other AS (
        UPDATE fulfillment_items SET reason = 'duplicate_order_id', review_since = COALESCE(review_since, now()),
          updated_at = now()
        WHERE supplier_id = ${supplierId}::uuid AND provider_order_id = ${number} AND state ${inSet("atSupplier")}
          AND reason IS DISTINCT FROM 'duplicate_order_id'
        RETURNING id, order_id
      )
      INSERT INTO order_events (order_id, item_id, type, data)
      SELECT order_id, id, 'item.number_repeated', jsonb_build_object('number', ${number}::text) FROM other`;
    await holdSupplier(tx, supplierId, { reason: "repeated_number", ms: longestHoldMs });
  });
  await recordUnknown(db, lease, { kind: "unknown", reason: "duplicate_order_id", evidence });
}
