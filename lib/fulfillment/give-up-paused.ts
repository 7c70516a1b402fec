import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { cancelUnsent } from "./cancel-unsent";

const limit = 100;

/**
 * Gives up the orders whose buyers had their time to mend the target: what was not sent is canceled, and the money
 * goes back by the usual way. Returns how many orders it gave up.
 */
export async function giveUpPaused(db: Database): Promise<number> {
  const due = await db.$queryRaw<{ order_id: string }[]>`
    SELECT DISTINCT order_id FROM fulfillment_items
    WHERE state = 'paused' AND paused_until <= now() LIMIT ${limit}::int`;
  for (const { order_id: orderId } of due) {
    const items = await db.$transaction((tx) => cancelUnsent(tx, orderId, { reason: "target_not_mended" }));
    logger.info({ orderId, items }, "gave up an order whose target was not mended in time");
  }
  return due.length;
}
