import type { Prisma } from "@/lib/db/generated/client";
import { enqueue } from "@/lib/jobs/enqueue";

/**
 * Lets the first waiting item of each free target be sent, with its submit job, in the caller's transaction. Returns
 * how many items were let go.
 *
 * Two transactions may look at one target at once (an order is settled while another finishes), so each target is
 * locked until the commit. The locks are taken in one order by everybody, and in a statement of their own: the next
 * one must see what the transaction before us committed. The unique index on the target stands behind all this.
 */
export async function promoteWaiting(tx: Prisma.TransactionClient, targetKeys: string[]): Promise<number> {
  const keys = [...new Set(targetKeys)];
  if (keys.length === 0) return 0;
  await lockTargets(tx, keys);
  const promoted = await tx.$queryRaw<{ id: string }[]>`
    WITH first_in_queue AS (
      SELECT DISTINCT ON (target_key) id
      FROM fulfillment_items AS item
      WHERE state = 'waiting' AND target_key = ANY(${keys}::text[]) AND NOT EXISTS (
        SELECT FROM fulfillment_items AS other
        WHERE other.target_key = item.target_key
          AND other.state IN ('ready', 'submitting', 'submitted', 'in_progress', 'unknown', 'paused'))
      ORDER BY target_key, created_at, id
    ), promoted AS (
      UPDATE fulfillment_items AS item SET state = 'ready', updated_at = now()
      FROM first_in_queue WHERE item.id = first_in_queue.id AND item.state = 'waiting'
      RETURNING item.id, item.order_id
    ), line AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to")
      SELECT order_id, id, 'item.changed', 'waiting', 'ready' FROM promoted
    ), told AS (
      -- Whoever waits behind has moved up: their pages show the place.
      SELECT pg_notify('order_changed', order_id::text) FROM (
        SELECT DISTINCT order_id FROM fulfillment_items
        WHERE state = 'waiting' AND target_key = ANY(${keys}::text[]) AND EXISTS (SELECT FROM promoted)) AS behind
    )
    SELECT id FROM promoted WHERE (SELECT count(*) FROM told) >= 0`;
  await enqueue(
    tx,
    promoted.map(({ id }) => submitJob(id)),
  );
  return promoted.length;
}

/**
 * Holds the lines of some targets until the commit. Who is about to change items that wait in line calls it before
 * their rows are locked: whoever lets the next one go holds the line first and the row after it.
 */
export async function lockTargets(tx: Prisma.TransactionClient, targetKeys: string[]): Promise<void> {
  await tx.$executeRaw`
    SELECT pg_advisory_xact_lock(line.id)
    FROM (SELECT DISTINCT hashtextextended(key, 0) AS id FROM unnest(${targetKeys}::text[]) AS key ORDER BY 1) AS line`;
}

/** The job that sends a ready item; one an item, whoever asks for it. */
export function submitJob(itemId: string, runAt?: Date) {
  return { name: "submit-item" as const, payload: { id: itemId }, key: `submit:${itemId}`, runAt };
}
