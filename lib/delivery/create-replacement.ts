import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/ids";
import { promoteWaiting } from "./promote-waiting";

/**
 * Adds the item that redelivers lost units of an ended item, in the caller's transaction after `lockItemsOf`. It goes
 * to the same target and is sent like any other item; a unique index allows one per item. It counts in the order's
 * timeline and costs, but neither in its units nor in its status.
 */
export async function createReplacement(
  tx: Prisma.TransactionClient,
  { itemId, units }: { itemId: string; units: number },
): Promise<void> {
  const [added] = await tx.$queryRaw<{ target_key: string }[]>`
    INSERT INTO fulfillment_items
      (id, order_id, position, platform, service_type, link, target_key, post_id, quantity, replaces_item_id, updated_at)
    SELECT ${newId()}::uuid, order_id, (SELECT max(position) + 1 FROM fulfillment_items WHERE order_id = lost.order_id),
      platform, service_type, link, target_key, post_id, ${units}::int, id, now()
    FROM fulfillment_items AS lost WHERE id = ${itemId}::uuid
    RETURNING target_key`;
  await promoteWaiting(tx, added ? [added.target_key] : []);
}
