import type { Db } from "@/lib/db/client";
import type { ItemState } from "@/lib/db/generated/enums";

/**
 * The places of an order's waiting items in the lines for their targets, by item id. The item that runs is first, so
 * whoever waits right behind it is second. One statement, and none when nothing waits.
 */
export async function findQueuePlaces(
  db: Db,
  items: { id: string; state: ItemState }[],
): Promise<Map<string, number>> {
  const waiting = items.filter((item) => item.state === "waiting").map((item) => item.id);
  if (waiting.length === 0) return new Map();
  const rows = await db.$queryRaw<{ id: string; place: number }[]>`
    SELECT item.id, (1
      + (SELECT count(*) FROM fulfillment_items AS running WHERE running.target_key = item.target_key
          AND running.state IN ('ready', 'submitting', 'submitted', 'in_progress', 'unknown', 'paused'))
      + (SELECT count(*) FROM fulfillment_items AS earlier WHERE earlier.target_key = item.target_key
          AND earlier.state = 'waiting' AND (earlier.created_at, earlier.id) < (item.created_at, item.id)))::int AS place
    FROM fulfillment_items AS item WHERE item.id = ANY(${waiting}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.place]));
}
