import type { Database, Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { logger } from "@/lib/base/logger";
import { lockItemsOf } from "@/lib/delivery/items/lock-items";
import { notSetAside, runEach } from "@/lib/mail/alerts/set-aside";
import { disputeBlock } from "@/lib/orders/order/block-delivery";
import { isCalledOff, isRefundedInFull } from "@/lib/orders/order/may-order-send";
import { cancelUnsent, isUnsent } from "./cancel-unsent";

const limit = 100;

/** An inquiry takes no money, so the payment is not `disputed`; the delivery is only blocked. */
const isInDispute = Prisma.sql`(orders.payment_status = 'disputed' OR orders.blocked_reason IS NOT DISTINCT FROM ${disputeBlock})`;

/**
 * Cancels the unsent items of orders that were refunded in full or are in dispute, or whose buyer withdrew. Most are
 * canceled when that happens; these became unsent only afterwards, or could not be canceled in quarantine. Returns how
 * many orders were due, at most 100.
 */
export function cancelUnfunded(db: Database): Promise<number> {
  return cancelDue(db, {
    batch: "unfunded",
    isDue: Prisma.sql`${isUnsent()} AND (${isInDispute} OR ${isCalledOff})`,
    reason: Prisma.sql`CASE WHEN ${isInDispute} THEN 'dispute'
      WHEN ${isRefundedInFull} THEN 'refunded' ELSE 'withdrawn' END`,
  });
}

/** Cancels the paused items whose buyers did not fix the target in time. Returns how many orders. */
export function giveUpPaused(db: Database): Promise<number> {
  return cancelDue(db, {
    batch: "paused",
    isDue: Prisma.sql`item.state = 'paused' AND item.paused_until <= now() AND ${isUnsent()}`,
    reason: Prisma.sql`'target_not_fixed'`,
  });
}

/** Selects the items that are due, and why, in SQL about the rows `item` and `orders`. */
type Due = { batch: "unfunded" | "paused"; isDue: Prisma.Sql; reason: Prisma.Sql };

async function cancelDue(db: Database, { batch, isDue, reason }: Due): Promise<number> {
  const findDue = (tx: Db, among: Prisma.Sql) => tx.$queryRaw<
    { id: string; reason: string; itemIds: string[] }[]
  >`
    SELECT orders.id, ${reason} AS reason, array_agg(item.id::text) AS "itemIds"
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
    WHERE ${isDue} AND ${among} GROUP BY orders.id LIMIT ${limit}::int`;
  const orders = await findDue(db, notSetAside(batch, Prisma.sql`orders.id::text`));
  await runEach(db, batch, orders, ({ id: orderId }) =>
    db.$transaction(async (tx) => {
      await lockItemsOf(tx, orderId);
      // Before the lock the buyer may have fixed the target, or the dispute may have been won.
      const [due] = await findDue(tx, Prisma.sql`orders.id = ${orderId}::uuid`);
      if (!due) return;
      const items = await cancelUnsent(tx, orderId, due);
      logger.info({ orderId, items, reason: due.reason }, "canceled the unsent items of an order");
    }),
  );
  return orders.length;
}
