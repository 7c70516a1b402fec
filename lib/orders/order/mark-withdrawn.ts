import type { Db } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";

/**
 * Marks an order as withdrawn by its buyer, in the caller's transaction. From then on none of its items is sent, items
 * that become unsent are canceled, and a payment that still arrives is refunded.
 */
export async function markWithdrawn(tx: Db, orderId: string): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { withdrawnAt: databaseNow() } });
}
