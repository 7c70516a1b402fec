import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import { loadReceipt, type WithdrawalReceipt } from "@/lib/email/withdrawal-receipt";
import { shortOrderId } from "@/lib/ids";
import { withdrawalEndsAt } from "@/lib/withdrawal-period";

/** An order that a link opens, as far as its withdrawal needs it. */
export type OrderToWithdraw = {
  order: {
    number: string;
    platform: "instagram" | "tiktok";
    serviceType: "followers" | "likes" | "views";
    username: string;
    quantity: number;
  };
  /** The buyer can withdraw without a reason, and has not. */
  isOffered: boolean;
  /** The buyer withdrew before paying: there is nothing left to do. */
  isVoid: boolean;
  /** The first statement's; null before there is one. */
  receipt: WithdrawalReceipt | null;
};

/** What a token's order has to do with withdrawal at `now`; null for an unknown token. */
export async function findWithdrawal(
  db: Db,
  token: string,
  now = databaseNow(),
): Promise<OrderToWithdraw | null> {
  if (!/^[\w-]{22,64}$/.test(token)) return null;
  const order = await db.order.findUnique({ where: { token } });
  if (!order) return null;
  const { id, email, platform, serviceType, username, quantity, createdAt } = order;
  const number = shortOrderId(id);
  const stated = await db.withdrawal.findFirst({
    where: { OR: [{ orderId: id }, { email, orderNumber: number, decidedAt: null, NOT: { name: "" } }] },
    orderBy: { statedAt: "asc" },
    select: { id: true },
  });
  return {
    order: { number, platform, serviceType, username, quantity },
    isOffered: !stated && now <= withdrawalEndsAt(createdAt),
    isVoid: order.withdrawnAt !== null && order.paidCents === 0,
    receipt: stated && (await loadReceipt(db, stated.id)),
  };
}
