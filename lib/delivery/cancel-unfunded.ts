import { notSetAside, runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import { cancelUnsent } from "./cancel-unsent";

const limit = 100;

/**
 * Cancels what became unsent only after its order's payment had gone back or was disputed: an item that was at a
 * supplier at that moment and was refused there or proven not executed, or one that an operator made ready again.
 * Returns how many orders it looked at.
 */
export async function cancelUnfunded(db: Database): Promise<number> {
  const orders = await db.$queryRaw<{ id: string; reason: string }[]>`
    SELECT DISTINCT orders.id, CASE orders.payment_status WHEN 'disputed' THEN 'dispute' ELSE 'refunded' END AS reason
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
    WHERE item.state IN ('waiting', 'ready', 'paused', 'rejected') AND orders.payment_status IN ('refunded', 'disputed')
      AND ${notSetAside("unfunded", Prisma.sql`orders.id::text`)}
    LIMIT ${limit}::int`;
  await runIsolated(db, "unfunded", {
    entries: orders,
    idOf: ({ id }) => id,
    run: async (some) => {
      for (const { id: orderId, reason } of some) {
        const items = await db.$transaction((tx) => cancelUnsent(tx, orderId, { reason }));
        logger.info({ orderId, items, reason }, "canceled what was unsent of an order whose payment is gone");
      }
    },
    isAlone: true,
  });
  return orders.length;
}
