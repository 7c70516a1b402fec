import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";

/**
 * Marks an order whose buyer withdrew, in the caller's transaction: from now on none of its items is sent, items that
 * become unsent are canceled, and a payment that still arrives is refunded.
 */
export async function markWithdrawn(tx: Db, orderId: string): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { withdrawnAt: databaseNow() } });
}
