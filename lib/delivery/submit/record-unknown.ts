import type { Database, Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { maxClockOffsetMs } from "@/lib/base/time/clock";
import { type EvidenceIsOver, repeatWaitMs } from "@/lib/delivery/items/evidence-limits";
import { resolveItemJob } from "@/lib/delivery/items/item-jobs";
import { type ItemLease, leaseColumns, leaseJoins, type Outcome } from "@/lib/delivery/items/item-lease";
import { countFailure, isFailure } from "@/lib/delivery/suppliers/health";
import { notSetAside, runEach } from "@/lib/mail/alerts/set-aside";
import { endOfCall } from "./end-call";

/** Records a call whose outcome is unknown: the item waits for evidence or an operator, and is not sent again. */
export async function recordUnknown(
  db: Database,
  lease: ItemLease,
  outcome: Extract<Outcome, { kind: "unknown" }>,
): Promise<void> {
  const { itemId, orderId } = lease;
  const { reason } = outcome;
  await db.$transaction(async (tx) => {
    const lost = await tx.$executeRaw`
      WITH lost AS (
        UPDATE fulfillment_items SET state = 'unknown', reason = ${reason}, review_since = now(), updated_at = now()
        WHERE id = ${itemId}::uuid AND state = 'submitting' AND lease_token = ${lease.token}::uuid
        RETURNING id, order_id
      )
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'submitting', 'unknown', jsonb_build_object('reason', ${reason}::text) FROM lost`;
    // An answer that was recorded in the meantime is better than a worker's death.
    if (lost > 0 || reason !== "worker_lost") await tx.$executeRaw(endOfCall(lease, outcome));
    if (lost === 0) {
      // The item is already unknown: a repeated call ended like this, and further repetitions would show no more.
      if (reason === "duplicate_order_id") await giveUpEvidence(tx, lease, reason);
      return;
    }
    if (lease.evidenceMode !== "none")
      await enqueue(tx, [resolveItemJob.of(itemId, { inMs: repeatWaitMs(0) })]);
    if (isFailure(outcome)) await countFailure(tx, lease.supplierId);
    logger.warn({ itemId, orderId, reason }, "an item needs manual review");
  });
}

export async function giveUpEvidence(db: Db, lease: ItemLease, reason: EvidenceIsOver): Promise<void> {
  await db.$executeRaw`
    UPDATE fulfillment_items SET not_before = NULL, reason = ${reason}, updated_at = now()
    WHERE id = ${lease.itemId}::uuid AND state = 'unknown' AND lease_token = ${lease.token}::uuid`;
}

// One sweep handles at most this many; the next one continues.
const mostLostAtOnce = 500;

/**
 * Gives up the calls of workers that died. Whether the supplier acted can't be known, so the items become unknown.
 * Returns how many.
 */
export async function giveUpLostCalls(db: Database, leaseMs: number): Promise<number> {
  const lost = await db.$queryRaw<(ItemLease & { id: string })[]>`
    SELECT item.id, ${leaseColumns} FROM fulfillment_items AS item ${leaseJoins}
    WHERE item.state = 'submitting' AND item.leased_at < now() - ${leaseMs}::int * interval '1 millisecond'
      AND ${notSetAside("lost", Prisma.sql`item.id::text`)}
    -- A holder that is just recording its answer has the lock.
    ORDER BY item.leased_at LIMIT ${mostLostAtOnce}::int FOR UPDATE OF item SKIP LOCKED`;
  const evidence = { httpStatus: null, answer: "no answer: the worker died during the call" };
  await runEach(db, "lost", lost, (lease) =>
    recordUnknown(db, lease, { kind: "unknown", reason: "worker_lost", evidence }),
  );
  return lost.length;
}

/**
 * Ends the evidence window of calls that began in the future, which the database's clock wrote while it was ahead. How
 * long ago they really began is lost, so repeating one could buy again. Call it before the clock has caught up.
 */
export async function distrustFutureCalls(db: Database): Promise<void> {
  const calls = await db.$executeRaw`
    UPDATE supplier_calls SET started_at = now() - interval '30 days', ended_at = LEAST(ended_at, now()),
      answer = left(concat_ws(E'\n', answer, 'the database''s clock was ahead; it began at ' || started_at), 8192)
    WHERE started_at > now() + ${maxClockOffsetMs}::float8 * interval '1 millisecond' AND item_id IN (
      SELECT id FROM fulfillment_items
      WHERE state = 'submitting' OR (state = 'unknown' AND review_since IS NOT NULL))`;
  if (calls > 0) logger.warn({ calls }, "calls began in the future: their evidence no longer counts");
}
