import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";

/** Gives an order its first supplier's order number, in the caller's transaction; an order that has one keeps it. */
export async function storeProviderOrderId(tx: Db, orderId: string, providerOrderId: string): Promise<void> {
  await tx.order.updateMany({ where: { id: orderId, providerOrderId: null }, data: { providerOrderId } });
}

/**
 * `storeProviderOrderId` for many orders, as CTEs that follow `taken`, whose rows have `order_id` and
 * `provider_order_id`.
 */
export const storeProviderOrderIdsSql = Prisma.sql`
  unnumbered AS (
    SELECT id FROM orders WHERE provider_order_id IS NULL
      AND id IN (SELECT order_id FROM taken WHERE provider_order_id IS NOT NULL)
    ORDER BY id FOR NO KEY UPDATE
  ), numbered AS (
    UPDATE orders SET provider_order_id = first.number, updated_at = now()
    FROM unnumbered JOIN (SELECT order_id, min(provider_order_id) AS number FROM taken GROUP BY order_id) AS first
      ON first.order_id = unnumbered.id
    WHERE orders.id = unnumbered.id
  )`;
