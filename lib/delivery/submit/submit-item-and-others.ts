import { batchedPer } from "@/lib/batcher";
import { startStopwatch } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { isSerial } from "@/lib/suppliers/pace";
import { second } from "@/lib/time";
import { type SubmitDeps, submitItem } from "./submit-item";

/** How many items one job sends at a time. */
const atOnce = 4;
/** A job takes no further item after this time, so that other kinds of jobs run too. */
const usualTurnMs = 2 * second;

/**
 * Sends one item and then others that are due, a few at a time, so that under load most items need not wait for their
 * own job to be fetched. Stops after an item that can't be sent, after `turnMs`, or when `mayTakeMore` returns false
 * because the worker is stopping.
 */
export async function submitItemAndOthers(
  deps: SubmitDeps,
  itemId: string,
  { mayTakeMore, turnMs = usualTurnMs }: { mayTakeMore: () => boolean; turnMs?: number },
): Promise<void> {
  const elapsedMs = startStopwatch();
  const firstSupplierId = await submitItem(deps, itemId);
  const sendOn = async () => {
    let supplierId = firstSupplierId;
    while (supplierId !== null && mayTakeMore() && elapsedMs() < turnMs) {
      const nextId = await takeDue(deps.db, supplierId);
      supplierId = nextId && (await submitItem(deps, nextId));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
}

/**
 * Takes a due item and removes its job if the supplier of the last call has room for more; null when it has none or no
 * job waits. When the process ends before the item is leased, the sweeper adds the job again.
 */
const takeDue = batchedPer(takeDueBatch, 100);

async function takeDueBatch(db: Database, supplierIds: string[]): Promise<(string | null)[]> {
  // Only an estimate, so that few items are taken and then deferred: most go to the same supplier as the one before.
  const taken = await db.$queryRaw<{ id: string }[]>`
    WITH room AS (
      SELECT COALESCE(sum(GREATEST(0, LEAST(asked.count, floor(supplier.tokens),
        CASE WHEN ${isSerial} THEN 1 ELSE supplier.max_concurrent END - (
          SELECT count(*) FROM fulfillment_items AS sent
          WHERE sent.state = 'submitting' AND sent.supplier_id = supplier.id)))), 0)::bigint AS count
      FROM suppliers AS supplier JOIN (
        SELECT id, count(*) FROM unnest(${supplierIds}::uuid[]) AS id GROUP BY id) AS asked ON asked.id = supplier.id
      WHERE supplier.is_active AND supplier.hold_reason IS NULL AND supplier.failures = 0
    ), due AS (
      SELECT job.id FROM fulfillment_items AS item JOIN graphile_worker.jobs AS job ON job.key = 'submit:' || item.id
      WHERE item.state = 'ready' AND COALESCE(item.not_before, '-infinity') <= now()
        AND job.locked_at IS NULL AND job.run_at <= now() AND job.attempts < job.max_attempts
      -- In the order of the index fulfillment_items_due.
      ORDER BY COALESCE(item.not_before, '-infinity') LIMIT (SELECT count FROM room) FOR UPDATE OF item SKIP LOCKED
    )
    SELECT payload ->> 'id' AS id FROM graphile_worker.complete_jobs(ARRAY(SELECT id FROM due))`;
  return supplierIds.map((_, nth) => taken[nth]?.id ?? null);
}
