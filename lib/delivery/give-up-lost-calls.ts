import { notSetAside, runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";

// One sweep handles at most this many; the next one continues.
const limit = 500;

/**
 * Gives up the calls of workers that died. Whether the supplier acted can't be known, so the items become unknown.
 * Returns how many.
 */
export async function giveUpLostCalls(db: Database, leaseMs: number): Promise<number> {
  const isLost = Prisma.sql`
    state = 'submitting' AND leased_at < now() - ${leaseMs}::int * interval '1 millisecond'`;
  const lost = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM fulfillment_items WHERE ${isLost} AND ${notSetAside("lost", Prisma.sql`fulfillment_items.id::text`)}
    ORDER BY leased_at LIMIT ${limit}::int`;
  const given = await runIsolated(db, "lost", lost, (items) => giveUp(db, items, isLost));
  return given.flat().length;
}

async function giveUp(db: Database, items: { id: string }[], isLost: Prisma.Sql) {
  const ids = items.map(({ id }) => id);
  const given = await db.$queryRaw<{ itemId: string; orderId: string }[]>`
    WITH expired AS (
      SELECT id FROM fulfillment_items WHERE id = ANY(${ids}::uuid[]) AND ${isLost} FOR UPDATE SKIP LOCKED
    ), lost AS (
      UPDATE fulfillment_items AS item
      SET state = 'unknown', reason = 'worker_lost', review_since = now(), updated_at = now()
      FROM expired WHERE item.id = expired.id
      RETURNING item.id, item.order_id, item.attempt
    ), call AS (
      UPDATE supplier_calls AS call SET outcome = 'unknown', reason = 'worker_lost', ended_at = now()
      FROM lost WHERE call.item_id = lost.id AND call.attempt = lost.attempt AND call.outcome IS NULL
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'submitting', 'unknown', jsonb_build_object('reason', 'worker_lost') FROM lost
    )
    SELECT id AS "itemId", order_id AS "orderId" FROM lost`;
  for (const item of given) logger.warn({ ...item, reason: "worker_lost" }, "an item needs manual review");
  return given;
}
