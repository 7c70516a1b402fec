import type { Database } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { second } from "@/lib/time";
import { submitItemJob } from "../jobs";
import { eligibleServices } from "./eligible-services";

type DeferredRow = { order_id: string; not_before: Date; reason: string; is_new: boolean };

/**
 * Defers a ready and due item that no supplier can be asked for now: until the first one can be, or, if no supplier is
 * mapped, for five minutes with the item in review. Leaves items in other states alone.
 */
export async function deferItem(db: Database, itemId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const [deferred] = await tx.$queryRaw<DeferredRow[]>`
      WITH item AS (
        SELECT * FROM fulfillment_items
        WHERE id = ${itemId}::uuid AND state = 'ready' AND (not_before IS NULL OR not_before <= now())
        FOR UPDATE
      ), outlook AS (
        SELECT item.id, item.review_since, count(choice.service_id) > 0 AS has_supplier, min(choice.away_until) AS away_until
        FROM item LEFT JOIN LATERAL (${eligibleServices}) AS choice ON true
        GROUP BY item.id, item.review_since
      )
      UPDATE fulfillment_items AS target SET updated_at = now(),
        reason = CASE WHEN outlook.has_supplier THEN 'supplier_on_hold' ELSE 'no_supplier' END,
        review_since = CASE WHEN outlook.has_supplier THEN NULL ELSE COALESCE(target.review_since, now()) END,
        -- Spread over a second, so that a recovered supplier doesn't get all items at once.
        not_before = CASE WHEN outlook.has_supplier
          THEN GREATEST(outlook.away_until, now()) + random() * interval '1 second'
          ELSE now() + interval '5 minutes' END
      FROM outlook WHERE target.id = outlook.id
      RETURNING target.order_id, target.not_before, target.reason, outlook.review_since IS NULL AS is_new`;
    if (!deferred) return;
    await enqueue(tx, [submitItemJob.of(itemId, { runAt: deferred.not_before })]);
    if (deferred.reason === "no_supplier" && deferred.is_new) {
      logger.warn(
        { itemId, orderId: deferred.order_id, reason: deferred.reason },
        "an item needs manual review",
      );
    }
  });
}

// A longer queue is spread over the same time, and its later part is deferred again.
const countedQueue = 5_000;
/**
 * The longest that an item is deferred because its supplier is busy: a whole queue at one call a second. (Waiting for an
 * equal call's window may take longer.)
 */
export const longestDeferralMs = (countedQueue + 1) * second;

/**
 * Defers a ready and due item whose supplier takes about `perSecond` calls and has no room now, to a random moment within
 * the time that the due items will take, so that each is deferred about once.
 */
export async function deferBusyItem(db: Database, itemId: string, perSecond: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const [deferred] = await tx.$queryRaw<{ not_before: Date }[]>`
      WITH queue AS (
        SELECT count(*) AS length FROM (
          SELECT FROM fulfillment_items WHERE state = 'ready' AND COALESCE(not_before, '-infinity') <= now()
          LIMIT ${countedQueue}::int) AS due
      )
      UPDATE fulfillment_items SET updated_at = now(), reason = 'supplier_busy',
        not_before = now() + (0.2 + random() * GREATEST(0.8, queue.length / ${Math.max(1, perSecond)}::float))
          * interval '1 second'
      FROM queue
      WHERE id = ${itemId}::uuid AND state = 'ready' AND (not_before IS NULL OR not_before <= now())
      RETURNING not_before`;
    if (deferred) await enqueue(tx, [submitItemJob.of(itemId, { runAt: deferred.not_before })]);
  });
}
