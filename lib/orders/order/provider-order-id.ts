import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";

/** Gives an order its first supplier's order number, in the caller's transaction; an order that has one keeps it. */
export async function storeProviderOrderId(tx: Db, orderId: string, providerOrderId: string): Promise<void> {
  await tx.order.updateMany({ where: { id: orderId, providerOrderId: null }, data: { providerOrderId } });
}

/** `storeProviderOrderId` as a part of a statement, for the row `taken` with its `order_id` and `provider_order_id`. */
export const storeTakenNumber = Prisma.sql`
  UPDATE orders SET provider_order_id = taken.provider_order_id, updated_at = now() FROM taken
  WHERE orders.id = taken.order_id AND orders.provider_order_id IS NULL AND taken.provider_order_id IS NOT NULL`;
