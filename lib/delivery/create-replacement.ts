import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/ids";
import { promoteWaiting } from "./promote-waiting";

/**
 * Adds the item that delivers lost units of an ended item again, in the caller's transaction after `lockItemsOf`: for the
 * same target, sent like every other item, and once for each item, as a unique index says. It belongs to the order's
 * timeline and costs, but neither to its units nor to its status.
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
