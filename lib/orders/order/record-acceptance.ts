import type { Db } from "@/lib/base/db/client";
import type { Acceptance } from "@/lib/shop/legal/acceptance";

/** Stores what the buyer of an unpaid order agrees to when paying again. A paid order keeps what it has. */
export async function recordAcceptance(db: Db, orderId: string, acceptance: Acceptance): Promise<void> {
  await db.order.updateMany({ where: { id: orderId, paidAt: null }, data: { acceptance } });
}
