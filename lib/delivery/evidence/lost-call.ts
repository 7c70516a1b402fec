import { startStopwatch } from "@/lib/clock";
import type { Database, Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { mayBeSent } from "@/lib/quarantine/database-mark";
import type { SupplierAccess } from "@/lib/suppliers/protocol/open-provider";
import { keptAnswer } from "../submit/end-of-call";
import type { EvidenceMode, ItemLease } from "../submit/lease-item";
import type { Outcome } from "../submit/record-outcome";
import { readSentRequest } from "../submit/sent-request";
import { balanceDelayMs, evidenceIsOver } from "./evidence-limits";

/** A call whose outcome got lost, with the lease it was made under and the evidence there may be. */
export type FoundLostCall = {
  lease: ItemLease;
  startedAt: Date;
  /** How long ago the database was asked for the call, at least: the figures below are as of then. */
  elapsedMs: () => number;
  /** Until when this look has the item to itself; no other look has the same moment. */
  lookUntil: Date;
  /** Until a balance that is read says something; 0 or less: it does. */
  balanceDelayLeftMs: number;
  /** What is left of the supplier's window for equal requests. */
  windowLeftMs: number | null;
  /** Nothing is to be sent for the order: it is blocked, or all its money went back. */
  isStopped: boolean;
  ratePer1000: string | null;
  balanceBefore: string | null;
  balanceAfter: string | null;
  repeats: number;
};

type LostRow = {
  order_id: string;
  target_key: string;
  attempt: number;
  lease_token: string;
  supplier_id: string;
  kind: SupplierAccess["kind"];
  api_url: string | null;
  api_key_sealed: string | null;
  error_rules: unknown;
  evidence_mode: EvidenceMode;
  request: unknown;
  started_at: Date;
  look_until: Date;
  balance_delay_left_ms: number;
  window_left_ms: number | null;
  is_stopped: boolean;
  rate: string | null;
  balance_before: string | null;
  balance_after: string | null;
  repeats: number;
};

/**
 * Takes an unknown item for a look at its evidence, for `leaseMs`; null when it isn't unknown, isn't due, or is an
 * operator's. A call that was made before the supplier's address, key or way of evidence changed has none: what holds
 * now says nothing about it.
 */
export async function takeLostCall(
  db: Database,
  itemId: string,
  leaseMs: number,
): Promise<FoundLostCall | null> {
  const elapsedMs = startStopwatch();
  const [row] = await db.$queryRaw<LostRow[]>`
    WITH due AS (
      SELECT id FROM fulfillment_items
      WHERE id = ${itemId}::uuid AND state = 'unknown' AND lease_token IS NOT NULL
        AND COALESCE(reason, '') <> ALL(${evidenceIsOver}::text[]) AND (not_before IS NULL OR not_before <= now())
        AND ${mayBeSent()}
      FOR UPDATE
    ), item AS (
      UPDATE fulfillment_items AS item SET not_before = now() + ${leaseMs}::int * interval '1 millisecond'
      FROM due WHERE item.id = due.id RETURNING item.*
    )
    SELECT item.order_id, item.target_key, item.attempt, item.lease_token, supplier.id AS supplier_id,
      supplier.kind::text, supplier.api_url, supplier.api_key_sealed, supplier.error_rules,
      CASE WHEN call.started_at <= supplier.evidence_since THEN 'none' ELSE supplier.evidence_mode::text END AS evidence_mode,
      call.request, call.started_at, item.not_before AS look_until,
      extract(epoch FROM COALESCE(call.ended_at, call.started_at) - now())::float8 * 1000 + ${balanceDelayMs}::int
        AS balance_delay_left_ms,
      extract(epoch FROM LEAST(call.started_at, clock_timestamp()) + supplier.evidence_window_seconds * interval '1 second' - clock_timestamp())::float8
        * 1000 AS window_left_ms,
      orders.blocked_at IS NOT NULL OR orders.payment_status = 'refunded' AS is_stopped,
      service.rate_per_1000::text AS rate, call.balance_before::text, call.balance_after::text,
      (SELECT count(*)::int FROM supplier_calls AS again
        WHERE again.item_id = item.id AND again.action = 'repeat:' || item.attempt) AS repeats
    FROM item JOIN suppliers AS supplier ON supplier.id = item.supplier_id JOIN orders ON orders.id = item.order_id
      JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt
      LEFT JOIN supplier_services AS service ON service.id = item.supplier_service_id`;
  if (!row) return null;
  return {
    lease: {
      itemId,
      orderId: row.order_id,
      targetKey: row.target_key,
      attempt: row.attempt,
      token: row.lease_token,
      supplierId: row.supplier_id,
      access: {
        kind: row.kind,
        apiUrl: row.api_url,
        apiKeySealed: row.api_key_sealed,
        errorRules: row.error_rules,
      },
      evidenceMode: row.evidence_mode,
      request: readSentRequest(row.request),
    },
    startedAt: row.started_at,
    elapsedMs,
    lookUntil: row.look_until,
    balanceDelayLeftMs: row.balance_delay_left_ms,
    windowLeftMs: row.window_left_ms,
    isStopped: row.is_stopped,
    ratePer1000: row.rate,
    balanceBefore: row.balance_before,
    balanceAfter: row.balance_after,
    repeats: row.repeats,
  };
}

/**
 * Puts the repetition of a lost call on record before it is sent, for at most `openMs`: until it has ended, nobody may
 * decide about the item (`requireNoRepeat`). False when the look is no longer this one's, or the item has moved on.
 */
export async function beginRepeat(db: Database, lost: FoundLostCall, openMs: number): Promise<boolean> {
  const { lease } = lost;
  const begun = await db.$executeRaw`
    INSERT INTO supplier_calls (id, item_id, supplier_id, attempt, action, request, ended_at)
    SELECT ${newId()}::uuid, id, supplier_id, ${lost.repeats + 1}::int, ${repeatAction(lease)},
      ${JSON.stringify(lease.request)}::jsonb, now() + ${openMs}::int * interval '1 millisecond'
    FROM fulfillment_items
    WHERE id = ${lease.itemId}::uuid AND state = 'unknown' AND lease_token = ${lease.token}::uuid
      AND not_before = ${lost.lookUntil} FOR UPDATE`;
  return begun > 0;
}

/** What came of a repetition, beside the call that it repeats. */
export async function endRepeat(
  db: Database,
  { lease, repeats }: FoundLostCall,
  outcome: Outcome,
): Promise<void> {
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

/** A lost call is given up for good, for a reason of `evidenceIsOver`: an operator decides. */
export async function giveUpEvidence(db: Db, lease: ItemLease, reason: string): Promise<void> {
  await db.$executeRaw`
    UPDATE fulfillment_items SET not_before = NULL, reason = ${reason}, updated_at = now()
    WHERE id = ${lease.itemId}::uuid AND state = 'unknown' AND lease_token = ${lease.token}::uuid`;
}

/** Ends a look without a result: the next one comes after so long. A look that has lost the item changes nothing. */
export async function postponeEvidence(
  db: Db,
  { lease, lookUntil }: FoundLostCall,
  waitMs: number,
): Promise<void> {
  await db.$executeRaw`
    UPDATE fulfillment_items SET not_before = now() + ${waitMs}::float * interval '1 millisecond', updated_at = now()
    WHERE id = ${lease.itemId}::uuid AND state = 'unknown' AND lease_token = ${lease.token}::uuid
      AND not_before = ${lookUntil}`;
}
