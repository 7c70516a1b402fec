import { startStopwatch } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { EvidenceMode as StoredMode } from "@/lib/db/generated/enums";
import { newId } from "@/lib/ids";
import { logger, logOrder } from "@/lib/logger";
import { mayOrderSendSql } from "@/lib/orders/may-order-send";
import { maySendSql } from "@/lib/quarantine/database-mark";
import { evidenceModeOf, usualIdSeconds } from "@/lib/suppliers/evidence-modes";
import { openProvider, supplierAccess } from "@/lib/suppliers/protocol/open-provider";
import { startSendDeadline } from "@/lib/suppliers/protocol/send-deadline";
import { minute } from "@/lib/time";
import { evidenceIsOver, repeatDelayMs, repeatLeftMs, repeatWaitMs } from "../evidence-limits";
import type { CallDeps, ItemLease, Outcome } from "../item-lease";
import { recordOutcome } from "./record-outcome";
import { giveUpEvidence } from "./record-unknown";
import { recordWithRetries } from "./record-with-retries";
import { keptAnswer, readSentRequest } from "./supplier-call";

// How often to check whether the order was unblocked, or its supplier is no longer paused.
const stoppedWaitMs = 10 * minute;

/**
 * Repeats the request of an unknown item's lost call if its supplier recognises it. Only an order number proves anything;
 * a refusal or a failed connection doesn't show what the first call did. Without evidence the item stays in review, the
 * request is repeated as long as that is safe, and then the item waits for an operator. The time left is what the
 * database reported less what a stopwatch has measured since, and is checked again right before the request is written.
 * Safe to call at any time and concurrently.
 */
export async function resolveItem(deps: CallDeps, itemId: string): Promise<void> {
  const { db } = deps;
  const { timeoutMs } = deps.provider;
  const lost = await takeLostCall(db, itemId, deps.leaseMs);
  if (!lost) return;
  const { lease, elapsedMs } = lost;
  logOrder(lease.orderId);
  const call = {
    ...lost,
    evidenceMode: lease.evidenceMode,
    hasEvidenceId: lease.request.extra !== undefined,
  };
  const leftMs = repeatLeftMs(call, timeoutMs);
  const provider = openProvider(lease.access, deps.provider);
  if (!provider || leftMs <= 0) return giveUpEvidence(db, lease, "evidence_exhausted");
  const delayMs = repeatDelayMs(call, timeoutMs);
  if (delayMs > 0) return postpone(db, lost, delayMs);
  const deadline = startSendDeadline(deps.leaseMs, elapsedMs, leftMs);
  // If the first call bought nothing, its repetition would buy; so it needs what a lease needs.
  if (!(await beginRepeat(db, lost, deps.leaseMs + timeoutMs))) return postpone(db, lost, stoppedWaitMs);
  const outcome = await provider.add(lease.request, deadline);
  const { evidence: _evidence, ...facts } = outcome;
  logger.info({ itemId, orderId: lease.orderId, ...facts }, "a lost call was repeated");
  try {
    if (outcome.kind === "accepted") {
      await recordWithRetries(itemId, () => recordOutcome(deps, lease, outcome));
    }
  } finally {
    await endRepeat(db, lost, outcome);
  }
  await postpone(db, lost, repeatWaitMs(lost.repeats));
}

type LostFacts = {
  /** When this examination's exclusive hold on the item ends; the time also identifies the examination. */
  lookUntil: Date;
  windowLeftMs: number;
  sinceLastMs: number;
  repeats: number;
};

/** A lost call with its lease. `elapsedMs` is the time since the facts were read, or a little more. */
type FoundLostCall = LostFacts & { lease: ItemLease; elapsedMs: () => number };

type LostRow = LostFacts &
  Omit<ItemLease, "request" | "evidenceMode"> & { request: unknown; evidenceMode: StoredMode };

/**
 * Leases an unknown item for `leaseMs` to examine its evidence; null when it isn't unknown, isn't due, or waits for an
 * operator, and in quarantine. A call from before the supplier's address, key or evidence mode changed has no evidence.
 */
async function takeLostCall(db: Database, itemId: string, leaseMs: number): Promise<FoundLostCall | null> {
  const elapsedMs = startStopwatch();
  const [row] = await db.$queryRaw<LostRow[]>`
    WITH due AS (
      SELECT id FROM fulfillment_items
      WHERE id = ${itemId}::uuid AND state = 'unknown' AND lease_token IS NOT NULL
        AND COALESCE(reason, '') <> ALL(${evidenceIsOver}::text[]) AND (not_before IS NULL OR not_before <= now())
        AND ${maySendSql()}
      FOR UPDATE
    ), item AS (
      UPDATE fulfillment_items AS item SET not_before = now() + ${leaseMs}::int * interval '1 millisecond'
      FROM due WHERE item.id = due.id RETURNING item.*
    )
    SELECT item.order_id AS "orderId", item.target_key AS "targetKey", item.attempt, item.lease_token AS token,
      supplier.id AS "supplierId", ${supplierAccess},
      CASE WHEN call.started_at <= supplier.evidence_since THEN 'none' ELSE supplier.evidence_mode::text END
        AS "evidenceMode",
      call.request, item.not_before AS "lookUntil",
      extract(epoch FROM LEAST(call.started_at, clock_timestamp())
        + COALESCE(supplier.evidence_window_seconds, ${usualIdSeconds}::int) * interval '1 second'
        - clock_timestamp())::float8 * 1000 AS "windowLeftMs",
      extract(epoch FROM clock_timestamp() - GREATEST(call.ended_at, call.started_at, (
        SELECT max(ended_at) FROM supplier_calls WHERE item_id = item.id)))::float8 * 1000 AS "sinceLastMs",
      (SELECT count(*)::int FROM supplier_calls AS again
        WHERE again.item_id = item.id AND again.action = 'repeat:' || item.attempt) AS repeats
    FROM item JOIN suppliers AS supplier ON supplier.id = item.supplier_id
      JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt`;
  if (!row) return null;
  const { orderId, targetKey, attempt, token, supplierId, access, request, ...facts } = row;
  const evidenceMode = evidenceModeOf(row.evidenceMode);
  const lease = { itemId, orderId, targetKey, attempt, token, supplierId, access, evidenceMode };
  return { ...facts, elapsedMs, lease: { ...lease, request: readSentRequest(request) } };
}

/**
 * Records the repetition of a lost call before it is sent, as open for at most `openMs`; until it has ended, operators'
 * decisions about the item are refused (`requireNoRepeat`). False when nothing may be sent for the order or to the
 * supplier, another examination has the item, or the item has moved on.
 */
async function beginRepeat(db: Database, lost: FoundLostCall, openMs: number): Promise<boolean> {
  const { lease } = lost;
  const begun = await db.$executeRaw`
    INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request, ended_at)
    SELECT ${newId()}::uuid, item.id, supplier.id, ${lost.repeats + 1}::int, ${repeatAction(lease)},
      ${JSON.stringify(lease.request)}::jsonb, now() + ${openMs}::int * interval '1 millisecond'
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      JOIN suppliers AS supplier ON supplier.id = item.supplier_id
    WHERE item.id = ${lease.itemId}::uuid AND item.state = 'unknown' AND item.lease_token = ${lease.token}::uuid
      AND item.not_before = ${lost.lookUntil} AND supplier.is_active AND ${mayOrderSendSql} FOR UPDATE OF item`;
  return begun > 0;
}

/** Records the outcome of a repetition, in its own row. */
async function endRepeat(db: Database, { lease, repeats }: FoundLostCall, outcome: Outcome): Promise<void> {
  const reason =
    outcome.kind === "rejected" ? outcome.code : outcome.kind === "unknown" ? outcome.reason : null;
  await db.$executeRaw`
    UPDATE supplier_calls SET outcome = ${outcome.kind}, reason = ${reason},
      http_status = ${outcome.evidence.httpStatus}::int, answer = ${keptAnswer(outcome.evidence)}, ended_at = now()
    WHERE item_id = ${lease.itemId}::uuid AND action = ${repeatAction(lease)} AND attempt = ${repeats + 1}::int`;
}

function repeatAction({ attempt }: ItemLease): string {
  return `repeat:${attempt}`;
}

/**
 * Ends an examination without a result; the next one comes after `waitMs`. Changes nothing if this examination has lost
 * the item.
 */
async function postpone(db: Database, { lease, lookUntil }: FoundLostCall, waitMs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE fulfillment_items SET not_before = now() + ${waitMs}::float * interval '1 millisecond', updated_at = now()
    WHERE id = ${lease.itemId}::uuid AND state = 'unknown' AND lease_token = ${lease.token}::uuid
      AND not_before = ${lookUntil}`;
}
