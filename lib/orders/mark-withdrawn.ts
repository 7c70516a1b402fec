import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";

/**
 * Marks an order whose buyer withdrew, in the caller's transaction: from now on none of its items is sent, what becomes
 * unsent is canceled, and a payment that still arrives goes back.
 */
export async function markWithdrawn(tx: Db, orderId: string): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { withdrawnAt: databaseNow() } });
}
