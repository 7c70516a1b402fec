import { notSetAside, runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import { cancelUnsent } from "./cancel-unsent";

const limit = 100;

/**
 * Cancels what became unsent only after its order's payment had gone back: an item that was at a supplier at that moment
 * and was refused there, or one that an operator made ready again. Returns how many orders it looked at.
 */
export async function cancelRefunded(db: Database): Promise<number> {
  const orders = await db.$queryRaw<{ id: string }[]>`
    SELECT DISTINCT orders.id FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
    WHERE item.state IN ('waiting', 'ready', 'paused', 'rejected') AND orders.payment_status = 'refunded'
      AND ${notSetAside("refunded", Prisma.sql`orders.id::text`)}
    LIMIT ${limit}::int`;
  await runIsolated(db, "refunded", {
    entries: orders,
    idOf: ({ id }) => id,
    run: async (some) => {
      for (const { id: orderId } of some) {
        const items = await db.$transaction((tx) => cancelUnsent(tx, orderId, { reason: "refunded" }));
        logger.info({ orderId, items }, "canceled what was unsent of a refunded order");
      }
    },
    isAlone: true,
  });
  return orders.length;
}
