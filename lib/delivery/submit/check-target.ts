import type { Database } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { logger, logOrder } from "@/lib/base/logger";
import { maySendSql } from "@/lib/base/quarantine/database-mark";
import { databaseNow, readDatabaseTime } from "@/lib/base/time/clock";
import { addMs, hour, minute } from "@/lib/base/time/time";
import { findCached } from "@/lib/delivery/social/cached-answer";
import { lookupProfile, profileKey, seenInPublic } from "@/lib/delivery/social/lookup-profile";
import { profileResultSchema } from "@/lib/delivery/social/social-data";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { itemTarget } from "@/lib/orders/order/item-target";
import { mayOrderSendSql } from "@/lib/orders/order/may-order-send";
import { recordEvents } from "@/lib/orders/order/record-event";
import { isList } from "@/lib/shop/catalog/catalog";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { targetUnreachableMail } from "./target-unreachable-mail";

export type TargetDeps = Omit<SocialDeps, "db"> & { db: Database };

type TargetProblem = "target_private" | "target_missing";

/** For this long after a profile was seen in public it is not looked up again. */
const checkHoldsMs = 10 * minute;

type Target = { platform: string; username: string; target: string };

/**
 * Looks up the profile that a due item is for; false when the item can't be sent. A profile that is private or gone
 * pauses the order's items and mails its buyer. Only a fresh answer does that, or a name that no profile can have, such
 * as that of a deleted account: when the social data provider fails, the item is sent unchecked, because a supplier
 * refuses what it can't reach. A list is never looked up; only a deleted account's has no name.
 */
export async function checkTarget(deps: Omit<TargetDeps, "now">, itemId: string): Promise<boolean> {
  const [item] = await deps.db.$queryRaw<(Target & { orderId: string })[]>`
    SELECT orders.id AS "orderId", orders.platform_slug AS platform, orders.username, orders.target
    FROM fulfillment_items AS item JOIN orders ON orders.id = item.order_id
    WHERE item.id = ${itemId}::uuid AND item.state = 'ready' AND (item.not_before IS NULL OR item.not_before <= now())
      AND ${mayOrderSendSql} AND ${maySendSql()}
      AND COALESCE((${seenInPublic}) <= now() - ${checkHoldsMs}::int * interval '1 millisecond', true)`;
  if (!item) return true;
  logOrder(item.orderId);
  const social = { ...deps, now: await readDatabaseTime(deps.db) };
  const problem = await findTargetProblem(social, item);
  return !problem || !(await pauseOrder(deps.db, item.orderId, problem));
}

async function findTargetProblem(
  deps: SocialDeps,
  { platform, username, target }: Target,
): Promise<TargetProblem | null> {
  if (isList(target)) return username === "" ? "target_missing" : null;
  try {
    const found = await lookupProfile(deps, platform, username);
    if (found.exists && !found.is_private) return null;
    // While the provider fails, the answer may be a day old: too old to stop a delivery.
    const cached = await findCached(deps, profileKey(platform, username), profileResultSchema);
    if (!cached?.isFresh) return null;
    return found.exists ? "target_private" : "target_missing";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "invalid_username") return "target_missing";
    logger.warn({ reason: error.code }, "an item is sent without checking its target");
    return null;
  }
}

type PausedItem = { id: string; postId: string | null; email: string; selectedPosts: unknown };

/**
 * Pauses the ready items of an order whose target can't be reached, with one mail to its buyer, who has the configured
 * hours to fix it. False when no item was ready any more.
 */
export async function pauseOrder(db: Database, orderId: string, problem: TargetProblem): Promise<boolean> {
  const { fixWithinHours } = await loadSettings(db);
  const pausedUntil = addMs(databaseNow(), fixWithinHours * hour);
  return db.$transaction(async (tx) => {
    const paused = await tx.$queryRaw<PausedItem[]>`
      UPDATE fulfillment_items AS item SET state = 'paused', reason = ${problem}, paused_until = ${pausedUntil},
        not_before = NULL, review_since = NULL, updated_at = now()
      FROM orders WHERE orders.id = item.order_id AND item.order_id = ${orderId}::uuid AND item.state = 'ready'
      RETURNING item.id, item.post_id AS "postId", orders.email, orders.selected_posts AS "selectedPosts"`;
    const first = paused[0];
    if (!first) return false;
    const change = { orderId, type: "item.changed", from: "ready", to: "paused", data: { reason: problem } };
    await recordEvents(
      tx,
      paused.map(({ id }) => ({ ...change, itemId: id })),
    );
    await enqueueMail(tx, targetUnreachableMail, {
      about: `${first.id}:${pausedUntil.getTime()}`,
      orderId,
      recipient: first.email,
      props: {
        itemId: first.id,
        fixBy: pausedUntil.toISOString(),
        target: itemTarget(first.postId, first.selectedPosts),
      },
    });
    logger.info(
      { orderId, items: paused.length, reason: problem },
      "paused until the buyer fixes the target",
    );
    return true;
  });
}
