import type { Database } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { logger, logOrder } from "@/lib/base/logger";
import { maySendSql } from "@/lib/base/quarantine/database-mark";
import { startStopwatch } from "@/lib/base/time/clock";
import { minute } from "@/lib/base/time/time";
import {
  evidenceIsOver,
  type LostCall,
  repeatDelayMs,
  repeatLeftMs,
  repeatWaitMs,
} from "@/lib/delivery/items/evidence-limits";
import { type CallDeps, type ItemLease, leaseColumns, leaseJoins } from "@/lib/delivery/items/item-lease";
import { usualIdSeconds } from "@/lib/delivery/suppliers/evidence-modes";
import { openProvider } from "@/lib/delivery/suppliers/protocol/open-provider";
import { startSendDeadline } from "@/lib/delivery/suppliers/protocol/send-deadline";
import { mayOrderSendSql } from "@/lib/orders/order/may-order-send";
import { endOfCall, repeatAction } from "./end-call";
import { recordOutcome } from "./record-outcome";
import { giveUpEvidence } from "./record-unknown";
import { recordWithRetries } from "./record-with-retries";

// How often to check whether the order was unblocked, or its supplier is no longer paused.
const stoppedWaitMs = 10 * minute;

/**
 * Repeats the request of an unknown item's lost call if its supplier recognises it. Only an order number proves anything;
 * a refusal or a failed connection doesn't show what the first call did. The request is repeated as long as that is safe,
 * and then the item waits for an operator. Safe to call at any time and concurrently.
 */
export async function resolveItem(deps: CallDeps, itemId: string): Promise<void> {
  const { db } = deps;
  const { timeoutMs } = deps.provider;
  const elapsedMs = startStopwatch();
  const lost = await examine(db, itemId, deps.leaseMs);
  if (!lost) return;
  const { orderId } = lost;
  logOrder(orderId);
  const leftMs = repeatLeftMs(lost, timeoutMs);
  const provider = openProvider(lost.access, deps.provider);
  if (!provider || leftMs <= 0) return giveUpEvidence(db, lost, "evidence_exhausted");
  const delayMs = repeatDelayMs(lost, timeoutMs);
  if (delayMs > 0) return postpone(db, lost, delayMs);
  // Checked again right before the request is written.
  const deadline = startSendDeadline(deps.leaseMs, elapsedMs, leftMs);
  // If the first call bought nothing, its repetition would buy; so it needs what a lease needs.
  if (!(await beginRepeat(db, lost, deps.leaseMs + timeoutMs))) return postpone(db, lost, stoppedWaitMs);
  const outcome = await provider.add(lost.request, deadline);
  const { evidence: _evidence, ...facts } = outcome;
  logger.info({ itemId, orderId, ...facts }, "a lost call was repeated");
  try {
    if (outcome.kind === "accepted") {
      await recordWithRetries(itemId, () => recordOutcome(deps, lost, outcome));
    }
  } finally {
    await db.$executeRaw(endOfCall(lost, outcome, lost.repeats + 1));
  }
  await postpone(db, lost, repeatWaitMs(lost.repeats));
}

/** `lookUntil` is when this examination's exclusive hold on the item ends; the time also identifies the examination. */
type Examined = ItemLease & LostCall & { lookUntil: Date };

/**
 * Holds an unknown item for `leaseMs` to examine its evidence; null when it isn't unknown, isn't due, or waits for an
 * operator, and in quarantine.
 */
async function examine(db: Database, itemId: string, leaseMs: number): Promise<Examined | undefined> {
  const [lost] = await db.$queryRaw<Examined[]>`
    WITH item AS (
      UPDATE fulfillment_items SET not_before = now() + ${leaseMs}::int * interval '1 millisecond'
      WHERE id = ${itemId}::uuid AND state = 'unknown' AND lease_token IS NOT NULL
        AND COALESCE(reason, '') <> ALL(${evidenceIsOver}::text[]) AND (not_before IS NULL OR not_before <= now())
        AND ${maySendSql()}
      RETURNING *
    )
    SELECT ${leaseColumns}, item.not_before AS "lookUntil", call.request -> 'extra' IS NOT NULL AS "hasEvidenceId",
      extract(epoch FROM LEAST(call.started_at, clock_timestamp())
        + COALESCE(supplier.evidence_window_seconds, ${usualIdSeconds}::int) * interval '1 second'
        - clock_timestamp())::float8 * 1000 AS "windowLeftMs",
      extract(epoch FROM clock_timestamp() - GREATEST(call.ended_at, call.started_at, (
        SELECT max(ended_at) FROM supplier_calls WHERE item_id = item.id)))::float8 * 1000 AS "sinceLastMs",
      (SELECT count(*)::int FROM supplier_calls AS again
        WHERE again.item_id = item.id AND again.action = 'repeat:' || item.attempt) AS repeats
    FROM item ${leaseJoins}`;
  return lost;
}

/**
 * Records the repetition before it is sent, as open for at most `openMs`; until it has ended, operators' decisions about
 * the item are refused (`requireNoRepeat`). False when nothing may be sent for the order or to the supplier, another
 * examination has the item, or the item has moved on.
 */
async function beginRepeat(db: Database, lost: Examined, openMs: number): Promise<boolean> {
  const begun = await db.$executeRaw`
    INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request, ended_at)
    SELECT ${newId()}::uuid, item.id, supplier.id, ${lost.repeats + 1}::int, ${repeatAction(lost)},
      ${JSON.stringify(lost.request)}::jsonb, now() + ${openMs}::int * interval '1 millisecond'
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      JOIN suppliers AS supplier ON supplier.id = item.supplier_id
    WHERE item.id = ${lost.itemId}::uuid AND item.state = 'unknown' AND item.lease_token = ${lost.token}::uuid
      AND item.not_before = ${lost.lookUntil} AND supplier.is_active AND ${mayOrderSendSql} FOR UPDATE OF item`;
  return begun > 0;
}

/** Ends an examination without a result, unless it has lost the item; the next one comes after `waitMs`. */
async function postpone(db: Database, { itemId, token, lookUntil }: Examined, waitMs: number): Promise<void> {
  await db.$executeRaw`
    UPDATE fulfillment_items SET not_before = now() + ${waitMs}::float * interval '1 millisecond', updated_at = now()
    WHERE id = ${itemId}::uuid AND state = 'unknown' AND lease_token = ${token}::uuid AND not_before = ${lookUntil}`;
}
