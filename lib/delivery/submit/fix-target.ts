import { z } from "zod";
import type { Tx } from "@/lib/base/db/client";
import type { Order } from "@/lib/base/db/generated/client";
import { statesIn } from "@/lib/base/db/item-status";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { orderTokenSchema } from "@/lib/base/order-number";
import { linkInKey } from "@/lib/delivery/items/create-items";
import { lockItemsOf } from "@/lib/delivery/items/lock-items";
import { promoteWaiting } from "@/lib/delivery/items/promote-waiting";
import { refreshProfile, requireUsername } from "@/lib/delivery/social/lookup-profile";
import type { ProfileResult } from "@/lib/delivery/social/social-data";
import { renameTarget, targetAccountId } from "@/lib/orders/order/target-account";
import { requireNotBlocked } from "@/lib/people/abuse/blocks";
import { hasPosts } from "@/lib/shop/catalog/catalog";
import { profileUrl } from "@/lib/shop/catalog/links";
import { getPlatform } from "@/lib/shop/catalog/vocabulary";
import type { TargetDeps } from "./check-target";

export const fixTargetSchema = z.object({
  token: orderTokenSchema,
  /** For followers only: the account's current name. */
  username: z.string().trim().max(200).optional(),
});

type Found = Extract<ProfileResult, { exists: true }>;

/**
 * Resumes a paused order for the holder of its link, once a fresh lookup finds the profile public; does nothing for an
 * order without paused items. Followers may go to a new username; if units may have been bought already, only to a new
 * name of the same account, because missing units are found by one account's counter. Likes and views stay with their
 * posts. The items join their target's queue again. Errors: not_found, invalid_username, profile_not_found,
 * profile_private, lookup_unavailable; conflict (another account, although units may have been bought); blocked for a
 * profile on the block list.
 */
export async function fixTarget(deps: TargetDeps, input: z.infer<typeof fixTargetSchema>): Promise<void> {
  const order = await deps.db.order.findUnique({
    where: { token: input.token },
    include: { items: { where: { state: "paused" }, select: { id: true } } },
  });
  if (!order) throw new AppError("not_found");
  if (order.items.length === 0) return;
  const newName = !hasPosts(order.target) && input.username;
  const username = requireUsername(order.platform, newName || order.username);
  await requireNotBlocked(deps.db, { target: `${order.platform}:${username}` });
  const profile = await requirePublic(deps, order, username);
  const isRenamed = username !== order.username;
  await deps.db.$transaction(async (tx) => {
    await lockItemsOf(tx, order.id);
    const isSame = profile.account_id !== null && profile.account_id === targetAccountId(order.profile);
    if (isRenamed && !isSame) await requireNothingBought(tx, order);
    const targets = await resume(tx, order, username, isRenamed);
    if (targets.length === 0) return;
    if (isRenamed) await renameTarget(tx, order, profile);
    await promoteWaiting(tx, targets);
  });
  logger.info({ orderId: order.id, isRenamed }, "resumed a paused order");
}

async function requirePublic(deps: TargetDeps, order: Order, username: string): Promise<Found> {
  const found = await refreshProfile(deps, order.platform, username);
  if (found.exists && !found.is_private) return found;
  const userMessage = found.exists
    ? `@${username} is still private. Make it public and try again in a moment.`
    : `We still can't find @${username}. Check the spelling, and that the account is public.`;
  const code = found.exists ? "profile_private" : "profile_not_found";
  throw new AppError(code, { userMessage, fieldErrors: { username: userMessage } });
}

/** Throws conflict when a supplier may have accepted one of the order's items, which are locked. */
async function requireNothingBought(tx: Tx, order: Order): Promise<void> {
  const mayBeBought = [{ providerOrderId: { not: null } }, { state: { in: statesIn("leased") } }];
  const count = await tx.fulfillmentItem.count({ where: { orderId: order.id, OR: mayBeBought } });
  if (count === 0) return;
  const userMessage = `Part of this order has been delivered to @${order.username}, so the rest can't go to another account. Change the name back, or write to us.`;
  throw new AppError("conflict", { userMessage, fieldErrors: { username: userMessage } });
}

/** Puts the paused items back into the queue, under the new name if there is one. Returns their old and new targets. */
async function resume(tx: Tx, order: Order, username: string, isRenamed: boolean): Promise<string[]> {
  const link = profileUrl(getPlatform(order.platform), username);
  const resumed = await tx.$queryRaw<{ id: string; old_key: string; target_key: string }[]>`
    WITH resumed AS (
      UPDATE fulfillment_items SET state = 'waiting', reason = NULL, paused_until = NULL, not_before = NULL,
        updated_at = now(),
        link = CASE WHEN ${isRenamed} THEN ${link} ELSE link END,
        target_key = CASE WHEN ${isRenamed}
          THEN platform_slug || ':' || service_slug || ':' || ${linkInKey(order.target, link)} ELSE target_key END
      WHERE order_id = ${order.id}::uuid AND state = 'paused'
      RETURNING id, order_id, target_key, old.target_key AS old_key
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'paused', 'waiting',
        jsonb_build_object('by', 'customer', 'isRenamed', ${isRenamed}::boolean)
      FROM resumed
    )
    SELECT id, old_key, target_key FROM resumed`;
  // A count of the old name can't be the start count of the new one.
  if (isRenamed) await tx.targetCount.deleteMany({ where: { itemId: { in: resumed.map(({ id }) => id) } } });
  return resumed.flatMap((item) => [item.old_key, item.target_key]);
}
