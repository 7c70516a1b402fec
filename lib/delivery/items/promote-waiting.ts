import type { Database, Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { notSetAside, runIsolated } from "@/lib/mail/alerts/set-aside";
import { submitItemJob } from "./item-jobs";

/** True for the row `item` when no other item holds its target. */
const isTargetFree = Prisma.sql`NOT EXISTS (
  SELECT FROM fulfillment_items AS other
  WHERE other.target_key = item.target_key AND other.state ${inSet("holdsTarget")})`;

/**
 * Makes the first waiting item of each free target ready, with its submit job, in the caller's transaction. Returns how
 * many. Targets are locked in a separate statement, so that the next one sees what another transaction committed that
 * promoted for the same target.
 */
export async function promoteWaiting(tx: Tx, targetKeys: string[]): Promise<number> {
  const keys = [...new Set(targetKeys)];
  if (keys.length === 0) return 0;
  await lockTargets(tx, keys);
  return promoteLocked(tx, keys);
}

/** `promoteWaiting` for a transaction that has locked the targets' queues in an earlier statement. */
export function promoteLocked(tx: Tx, keys: string[]): Promise<number> {
  return tx.$executeRaw`
    WITH first_in_queue AS (
      SELECT item.id FROM unnest(${keys}::text[]) AS queue(target_key) CROSS JOIN LATERAL (
        SELECT id, target_key FROM fulfillment_items
        WHERE state = 'waiting' AND target_key = queue.target_key ORDER BY created_at, id LIMIT 1
      ) AS item WHERE ${isTargetFree}
    ), promoted AS (
      UPDATE fulfillment_items AS item SET state = 'ready', updated_at = now()
      -- As an array, it is computed once; in a join, a plan made for a small table would compute it for each waiting
      -- item.
      WHERE item.id = ANY(ARRAY(SELECT id FROM first_in_queue)) AND item.state = 'waiting'
      RETURNING item.id, item.order_id
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to")
      SELECT order_id, id, 'item.changed', 'waiting', 'ready' FROM promoted
    ), told AS (
      -- The orders whose items wait behind have moved up, and their pages show the place.
      SELECT pg_notify('order_changed', order_id::text) FROM (
        SELECT DISTINCT order_id FROM fulfillment_items
        WHERE state = 'waiting' AND target_key = ANY(${keys}::text[]) AND EXISTS (SELECT FROM promoted)) AS behind
    )
    SELECT ${submitItemJob.add} FROM promoted WHERE (SELECT count(*) FROM told) >= 0`;
}

/** Locks the queues of some targets until the commit. Call it before locking their items' rows (`lockItemsOf`). */
export async function lockTargets(tx: Tx, targetKeys: string[]): Promise<void> {
  await tx.$executeRaw(targetLocks(targetKeys));
}

/** The statement of `lockTargets`, for callers that lock with other work in one statement. */
export function targetLocks(targetKeys: string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT pg_advisory_xact_lock(queue.id)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS id FROM unnest(${targetKeys}::text[]) AS key ORDER BY 1) AS queue`;
}

// One sweep handles at most this many targets; the next one continues.
const limit = 500;

/** Promotes the waiting items of targets that became free without a promotion. Returns how many items. */
export async function promoteFreeTargets(db: Database): Promise<number> {
  const free = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT target_key AS id FROM fulfillment_items AS item
    WHERE state = 'waiting' AND ${isTargetFree} AND ${notSetAside("targets", Prisma.sql`item.target_key`)}
    LIMIT ${limit}::int`;
  const promoted = await runIsolated(db, "targets", free, (targets) => {
    const keys = targets.map(({ id }) => id);
    return db.$transaction((tx) => promoteWaiting(tx, keys));
  });
  return promoted.reduce((sum, count) => sum + count, 0);
}
