import type { Db } from "@/lib/base/db/client";
import { isOrderToken } from "@/lib/base/order-id";

/** The id of the order that a link's token opens; null without one. One look-up in an index. */
export async function findOrderId(db: Db, token: string): Promise<string | null> {
  if (!isOrderToken(token)) return null;
  const order = await db.order.findUnique({ where: { token }, select: { id: true } });
  return order?.id ?? null;
}
