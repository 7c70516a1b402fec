import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";

/** Blocks the sending of an order's items, in the caller's transaction. An earlier block keeps its reason. */
export async function blockDelivery(tx: Db, orderId: string, reason: string): Promise<void> {
  await tx.order.updateMany({
    where: { id: orderId, blockedAt: null },
    data: { blockedAt: databaseNow(), blockedReason: reason },
  });
}

/** Lets a blocked order's items be sent again, in the caller's transaction. */
export async function unblockDelivery(tx: Db, orderId: string): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { blockedAt: null, blockedReason: null } });
}
