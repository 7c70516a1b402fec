import { notSetAside, runIsolated } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { logger } from "@/lib/logger";
import { cancelUnsent } from "./cancel-unsent";
import { inSet } from "./item-status";

const limit = 100;

/**
 * Cancels the unsent items of orders whose payment was refunded or is disputed, or whose buyer withdrew. Most items are
 * canceled when that happens; these became unsent afterwards, because their supplier refused them or an operator made
 * them ready again. Returns how many orders.
 */
export function cancelUnfunded(db: Database): Promise<number> {
  return cancelDue(
    db,
    "unfunded",
    () =>
      db.$queryRaw<DueOrder[]>`
      SELECT DISTINCT orders.id, CASE orders.payment_status WHEN 'disputed' THEN 'dispute' WHEN 'refunded' THEN 'refunded'
        ELSE 'withdrawn' END AS reason
      FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
      WHERE item.state ${inSet("unsent")}
        AND (orders.payment_status IN ('refunded', 'disputed') OR orders.withdrawn_at IS NOT NULL)
        AND ${notSetAside("unfunded", Prisma.sql`orders.id::text`)}
      LIMIT ${limit}::int`,
  );
}

/** Cancels the unsent items of orders whose buyers did not fix the target in time. Returns how many orders. */
export function giveUpPaused(db: Database): Promise<number> {
  return cancelDue(
    db,
    "paused",
    () =>
      db.$queryRaw<DueOrder[]>`
      SELECT DISTINCT order_id AS id, 'target_not_fixed' AS reason FROM fulfillment_items
      WHERE state = 'paused' AND paused_until <= now()
        AND ${notSetAside("paused", Prisma.sql`fulfillment_items.order_id::text`)}
      LIMIT ${limit}::int`,
  );
}

type DueOrder = { id: string; reason: string };

async function cancelDue(
  db: Database,
  batch: "unfunded" | "paused",
  findDue: () => Promise<DueOrder[]>,
): Promise<number> {
  const orders = await findDue();
  await runIsolated(db, batch, {
    entries: orders,
    idOf: ({ id }) => id,
    runOne: async ({ id: orderId, reason }) => {
      const items = await db.$transaction((tx) => cancelUnsent(tx, orderId, { reason }));
      logger.info({ orderId, items, reason }, "canceled the unsent items of an order");
    },
  });
  return orders.length;
}
