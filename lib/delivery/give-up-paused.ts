import { notSetAside, runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import { cancelUnsent } from "./cancel-unsent";

const limit = 100;

/**
 * Gives up the orders whose buyers had their time to fix the target: what was not sent is canceled, and the money
 * goes back by the usual way. Returns how many orders it gave up.
 */
export async function giveUpPaused(db: Database): Promise<number> {
  const due = await db.$queryRaw<{ order_id: string }[]>`
    SELECT DISTINCT order_id FROM fulfillment_items
    WHERE state = 'paused' AND paused_until <= now()
      AND ${notSetAside("paused", Prisma.sql`fulfillment_items.order_id::text`)}
    LIMIT ${limit}::int`;
  await runIsolated(db, "paused", {
    entries: due,
    idOf: ({ order_id: id }) => id,
    run: async (some) => {
      for (const { order_id: orderId } of some) {
        const items = await db.$transaction((tx) =>
          cancelUnsent(tx, orderId, { reason: "target_not_fixed" }),
        );
        logger.info({ orderId, items }, "gave up an order whose target was not fixed in time");
      }
    },
    isAlone: true,
  });
  return due.length;
}
