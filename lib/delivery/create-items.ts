import type { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/ids";
import { type PaidOrder, planItems } from "./plan-items";
import { promoteWaiting } from "./promote-waiting";

/**
 * Creates a paid order's fulfillment items in the transaction that settles it: one item per target, the delivery
 * summary, and a submit job for each item whose target is free. The other items wait. Throws internal when the order's
 * snapshot can't be delivered.
 */
export async function createItems(tx: Prisma.TransactionClient, order: PaidOrder): Promise<void> {
  const items = planItems(order).map((item, position) => ({ ...item, id: newId(), position }));
  await tx.$executeRaw`
    WITH items AS (
      INSERT INTO fulfillment_items
        (id, order_id, position, platform, service_type, link, target_key, post_id, quantity, refill_days, updated_at)
      SELECT item.id, ${order.id}::uuid, item.position, ${order.platform}::platform,
        ${order.serviceType}::service_type, item.link, item."targetKey", item."postId", item.quantity,
        -- The days promised at the sale; a later change of the service does not shorten them.
        (SELECT refill_days FROM smm_services WHERE platform = ${order.platform}::platform
          AND service_type = ${order.serviceType}::service_type), now()
      FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        AS item(id uuid, position int, link text, "targetKey" text, "postId" text, quantity int)
      RETURNING quantity
    )
    INSERT INTO order_fulfillment (order_id, remains)
    SELECT ${order.id}::uuid, sum(quantity) FROM items`;
  await promoteWaiting(
    tx,
    items.map((item) => item.targetKey),
  );
}
