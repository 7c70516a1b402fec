import { startStopwatch } from "@/lib/clock";
import type { Database, Db } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { mayOrderSendSql } from "@/lib/orders/may-order-send";
import { maySendSql } from "@/lib/quarantine/database-mark";
import { supplierAccess } from "@/lib/suppliers/protocol/open-provider";
import { balanceDelayMs, evidenceIsOver } from "../evidence-limits";
import type { ItemLease, Outcome } from "../item-lease";
import { keptAnswer, readSentRequest } from "../submit/supplier-call";

type LostFacts = {
  startedAt: Date;
  /** When this examination's exclusive hold on the item ends; the time also identifies the examination. */
  lookUntil: Date;
  /** How long until a balance is conclusive; 0 or less when it already is. */
  balanceDelayLeftMs: number;
  /** What is left of the supplier's window for equal requests. */
  windowLeftMs: number | null;
  ratePer1000: string | null;
  balanceBefore: string | null;
  balanceAfter: string | null;
  repeats: number;
};

/** A lost call with its lease and evidence. `elapsedMs` is the time since the facts were read, or a little more. */
export type FoundLostCall = LostFacts & { lease: ItemLease; elapsedMs: () => number };

type LostRow = LostFacts & Omit<ItemLease, "request"> & { request: unknown };

/**
 * Leases an unknown item for `leaseMs` to examine its evidence; null when it isn't unknown, isn't due, or waits for an
 * operator, and in quarantine. A call from before the supplier's address, key or evidence mode changed has no evidence.
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
        AND ${maySendSql()}
      FOR UPDATE
    ), item AS (
      UPDATE fulfillment_items AS item SET not_before = now() + ${leaseMs}::int * interval '1 millisecond'
      FROM due WHERE item.id = due.id RETURNING item.*
    )
    SELECT item.id AS "itemId", item.order_id AS "orderId", item.target_key AS "targetKey", item.attempt,
      item.lease_token AS token, supplier.id AS "supplierId", ${supplierAccess},
      CASE WHEN call.started_at <= supplier.evidence_since THEN 'none' ELSE supplier.evidence_mode::text END
        AS "evidenceMode",
      call.request, call.started_at AS "startedAt", item.not_before AS "lookUntil",
      extract(epoch FROM COALESCE(call.ended_at, call.started_at) - now())::float8 * 1000 + ${balanceDelayMs}::int
        AS "balanceDelayLeftMs",
      extract(epoch FROM LEAST(call.started_at, clock_timestamp())
        + supplier.evidence_window_seconds * interval '1 second' - clock_timestamp())::float8 * 1000 AS "windowLeftMs",
      service.rate_per_1000::text AS "ratePer1000", call.balance_before::text AS "balanceBefore",
      call.balance_after::text AS "balanceAfter",
      (SELECT count(*)::int FROM supplier_calls AS again
        WHERE again.item_id = item.id AND again.action = 'repeat:' || item.attempt) AS repeats
    FROM item JOIN suppliers AS supplier ON supplier.id = item.supplier_id
      JOIN supplier_calls AS call ON call.item_id = item.id AND call.action = 'add' AND call.attempt = item.attempt
      LEFT JOIN supplier_services AS service ON service.id = item.supplier_service_id`;
  if (!row) return null;
  const { orderId, targetKey, attempt, token, supplierId, access, evidenceMode, request, ...facts } = row;
  const lease = { itemId, orderId, targetKey, attempt, token, supplierId, access, evidenceMode };
  return { ...facts, elapsedMs, lease: { ...lease, request: readSentRequest(request) } };
}

/**
 * Records the repetition of a lost call before it is sent, as open for at most `openMs`; until it has ended, operators'
 * decisions about the item are refused (`requireNoRepeat`). False when nothing may be sent for the order or to the
 * supplier, another examination has the item, or the item has moved on.
 */
export async function beginRepeat(db: Database, lost: FoundLostCall, openMs: number): Promise<boolean> {
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

/**
 * Ends an examination without a result; the next one comes after `waitMs`. Changes nothing if this examination has lost
 * the item.
 */
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
