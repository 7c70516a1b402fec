import type { Db } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";

/** The reason of a block that ends with its dispute. */
export const disputeBlock = "dispute";

/** The reason of a block that waits for the buyer to confirm a withdrawal. */
export const unconfirmedWithdrawal = "withdrawal_unconfirmed";

/**
 * Blocks the sending of an order's items, in the caller's transaction. An earlier block keeps its reason; only a
 * dispute's gives way to another one, which must not end with the dispute. Returns whether the block is new.
 */
export async function blockDelivery(tx: Db, orderId: string, reason: string): Promise<boolean> {
  const mayReplace = reason === disputeBlock ? [] : [{ blockedReason: disputeBlock }];
  const blocked = await tx.order.updateMany({
    where: { id: orderId, OR: [{ blockedAt: null }, ...mayReplace] },
    data: { blockedAt: databaseNow(), blockedReason: reason },
  });
  return blocked.count > 0;
}

/** Lets a blocked order's items be sent again, in the caller's transaction. */
export async function unblockDelivery(tx: Db, orderId: string): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { blockedAt: null, blockedReason: null } });
}
