import type { Db } from "@/lib/base/db/client";
import { plural } from "@/lib/base/text/plural";
import { addMs, day, hour } from "@/lib/base/time/time";
import { unitOf } from "@/lib/orders/order/sold-names";
import { amountLabel, type UnitWords } from "@/lib/shop/catalog/catalog";
import type { SocialProofMessage } from "@/lib/shop/content/social-proof-messages";

/** The delay keeps the popup from revealing when an order is placed. */
const delayMs = 3 * hour;
const oldestMs = 7 * day;
const messageCount = 6;

/**
 * The popup's messages from real orders: the latest six that are paid and not refunded, three hours to a week old.
 * Amounts are rounded down, times to hours; names and platforms are not read.
 */
export async function listRecentPurchases(db: Db, now: Date): Promise<SocialProofMessage[]> {
  const orders = await db.order.findMany({
    where: {
      paymentStatus: "paid",
      paidAt: { lte: addMs(now, -delayMs) },
      createdAt: { gte: addMs(now, -oldestMs), lte: addMs(now, -delayMs) },
    },
    orderBy: { createdAt: "desc" },
    take: messageCount,
    select: { unitOne: true, unitMany: true, quantity: true, paidAt: true },
  });
  return orders.flatMap(({ quantity, paidAt, ...names }) =>
    paidAt ? [purchaseMessage(unitOf(names), quantity, now.getTime() - paidAt.getTime())] : [],
  );
}

/** One purchase as a message: `1,000 likes bought`, `5 hours ago`. */
function purchaseMessage(unit: UnitWords, quantity: number, ageMs: number): SocialProofMessage {
  const days = Math.floor(ageMs / day);
  const age = days >= 1 ? plural(days, "day") : plural(Math.floor(ageMs / hour), "hour");
  return { text: `${amountLabel(roundedDown(quantity), unit)} bought`, ago: `${age} ago` };
}

/** Rounded down to its first digit: 1,640 is 1,000. */
function roundedDown(quantity: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, quantity)));
  return Math.floor(quantity / unit) * unit;
}
