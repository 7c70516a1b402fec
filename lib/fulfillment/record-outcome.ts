import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import { Prisma } from "@/lib/db/generated/client";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { recordEvents } from "@/lib/orders/record-event";
import { askable, type Claim } from "./claim-item";
import { promoteWaiting, submitJob } from "./promote-waiting";
import type { AddOutcome, Evidence } from "./providers/provider";
import { refusalPolicy } from "./refusal-policy";

export type Outcome = AddOutcome & { evidence: Evidence };

const maxAnswerLength = 4_096;

/**
 * Records what came of a claimed call, with its evidence, in one transaction; safe to repeat. Only the holder of
 * the claim can: an item that has moved on meanwhile keeps its state, and the evidence is kept all the same. An
 * item that the sweeper called unknown in the meantime is brought back by an answer, which is the proof it lacked.
 * `firstCheckMs` is when a taken order is first asked about.
 */
export async function recordOutcome(
  db: Database,
  claim: Claim,
  outcome: Outcome,
  { firstCheckMs }: { firstCheckMs: number },
): Promise<void> {
  switch (outcome.kind) {
    case "accepted":
      return recordAccepted(db, claim, outcome.providerOrderId, outcome.evidence, firstCheckMs);
    case "rejected":
      return recordRejected(db, claim, outcome, outcome.evidence);
    case "unknown":
      return recordUnknown(db, claim, outcome.reason, outcome.evidence);
  }
}

/** The open call's row gets its end, whatever has become of the item. */
function endOfCall(
  claim: Claim,
  outcome: AddOutcome["kind"],
  reason: string | null,
  evidence: Evidence,
): Prisma.Sql {
  // PostgreSQL's text takes no NUL.
  const answer = evidence.answer.slice(0, maxAnswerLength).replaceAll("\0", "");
  return Prisma.sql`
    UPDATE supplier_calls SET outcome = ${outcome}, reason = ${reason}, http_status = ${evidence.httpStatus}::int,
      answer = ${answer}, ended_at = now()
    WHERE item_id = ${claim.itemId}::uuid AND attempt = ${claim.attempt}::int`;
}

async function recordAccepted(
  db: Database,
  claim: Claim,
  providerOrderId: string | null,
  evidence: Evidence,
  firstCheckMs: number,
): Promise<void> {
  const isByHand = providerOrderId === null;
  try {
    const [taken] = await db.$queryRaw<{ id: string }[]>`
      WITH call AS (${endOfCall(claim, "accepted", null, evidence)}), before AS (
        SELECT id, state::text FROM fulfillment_items
        WHERE id = ${claim.itemId}::uuid AND state IN ('submitting', 'unknown') AND claim_token = ${claim.token}::uuid
        FOR UPDATE
      ), taken AS (
        UPDATE fulfillment_items AS item SET state = 'submitted', provider_order_id = ${providerOrderId},
          claim_token = NULL, updated_at = now(),
          reason = ${isByHand ? "by_hand" : null}, review_since = CASE WHEN ${isByHand} THEN now() END,
          next_check_at = CASE WHEN NOT ${isByHand} THEN now() + ${firstCheckMs} * interval '1 millisecond' END
        FROM before WHERE item.id = before.id
        RETURNING item.id, item.order_id
      ), first_of_order AS (
        UPDATE orders SET provider_order_id = ${providerOrderId}, updated_at = now()
        FROM taken WHERE orders.id = taken.order_id AND orders.provider_order_id IS NULL AND NOT ${isByHand}
      ), line AS (
        INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
        SELECT taken.order_id, taken.id, 'item.changed', before.state, 'submitted',
          jsonb_build_object('providerOrderId', ${providerOrderId}::text)
        FROM taken, before
      )
      SELECT id FROM taken`;
    if (!taken)
      logger.warn({ itemId: claim.itemId, providerOrderId }, "the answer came after the item had moved on");
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Two purchases under one number: the supplier may have merged them, or be out of order. Nothing tells which.
    await recordUnknown(db, claim, "duplicate_order_id", evidence);
  }
}

async function recordRejected(
  db: Database,
  claim: Claim,
  refusal: Extract<AddOutcome, { kind: "rejected" }>,
  evidence: Evidence,
): Promise<void> {
  const { itemId, orderId } = claim;
  const { code, retryAfterSeconds } = refusal;
  const policy = refusalPolicy(code, claim.attempt, retryAfterSeconds);
  await db.$transaction(async (tx) => {
    await tx.$executeRaw(endOfCall(claim, "rejected", code, evidence));
    const [before] = await tx.$queryRaw<{ state: string; has_another: boolean }[]>`
      SELECT state::text, EXISTS (${askable}) AS has_another FROM fulfillment_items AS item
      WHERE id = ${itemId}::uuid AND state IN ('submitting', 'unknown') AND claim_token = ${claim.token}::uuid
      FOR UPDATE`;
    if (!before) return;
    // `unknown` has no way to `rejected`; ready, it will be refused again and get there.
    const isOver =
      before.state === "submitting" && (policy.needsPerson || (policy.isFinal && !before.has_another));
    const to = isOver ? "rejected" : "ready";
    const [item] = await tx.$queryRaw<{ not_before: Date | null }[]>`
      UPDATE fulfillment_items SET state = ${to}::item_state, claim_token = NULL, reason = ${code}, updated_at = now(),
        review_since = CASE WHEN ${isOver} THEN now() END,
        not_before = CASE WHEN ${policy.waitMs} > 0 AND NOT ${isOver}
          THEN now() + ${policy.waitMs} * interval '1 millisecond' END
      WHERE id = ${itemId}::uuid
      RETURNING not_before`;
    if (policy.holdMs > 0) await holdSupplier(tx, claim.supplierId, code, policy.holdMs);
    await recordEvents(tx, [
      {
        orderId,
        itemId,
        type: "item.changed",
        from: before.state,
        to,
        data: { code, attempt: claim.attempt },
      },
    ]);
    if (isOver) {
      await promoteWaiting(tx, [claim.targetKey]);
      logger.warn({ itemId, orderId, reason: code }, "an item needs a person");
    } else {
      await enqueue(tx, [submitJob(itemId, item?.not_before ?? undefined)]);
    }
  });
}

async function holdSupplier(
  tx: Prisma.TransactionClient,
  supplierId: string,
  code: string,
  ms: number,
): Promise<void> {
  const changed = await tx.$executeRaw`
    UPDATE suppliers SET hold_until = now() + ${ms} * interval '1 millisecond', hold_reason = ${code}
    WHERE id = ${supplierId}::uuid AND (hold_until IS NULL OR hold_until <= now())`;
  // The first of many refusals raises the alarm; the others find the supplier on hold already.
  if (changed > 0) logger.error({ supplierId, reason: code }, "a supplier is on hold: an operator must look");
}

async function recordUnknown(db: Database, claim: Claim, reason: string, evidence: Evidence): Promise<void> {
  const [lost] = await db.$queryRaw<{ id: string }[]>`
    WITH call AS (${endOfCall(claim, "unknown", reason, evidence)}), lost AS (
      UPDATE fulfillment_items SET state = 'unknown', reason = ${reason}, review_since = now(), updated_at = now()
      WHERE id = ${claim.itemId}::uuid AND state = 'submitting' AND claim_token = ${claim.token}::uuid
      RETURNING id, order_id
    ), line AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'submitting', 'unknown', jsonb_build_object('reason', ${reason}::text) FROM lost
    )
    SELECT id FROM lost`;
  if (lost) logger.warn({ itemId: claim.itemId, orderId: claim.orderId, reason }, "an item needs a person");
}
