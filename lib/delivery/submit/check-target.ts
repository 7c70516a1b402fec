import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import type { Platform } from "@/lib/platforms";
import { findCached } from "@/lib/social/cached-answer";
import { lookupProfile, profileKey } from "@/lib/social/lookup-profile";
import { profileResultSchema } from "@/lib/social/schema";
import type { SocialDeps } from "@/lib/social/social-deps";
import { pauseOrder } from "../operator/pause-order";

export type TargetDeps = Omit<SocialDeps, "db"> & { db: Database };

export type TargetProblem = "target_private" | "target_missing";

/**
 * Looks at the profile that a ready item is for, and says whether it may be sent. A profile that is private or gone
 * pauses the order's items and asks its buyer to fix it. Only a fresh answer does that: when the social data
 * provider fails, the item is sent without a check, because a supplier refuses what it can't reach.
 */
export async function checkTarget(deps: TargetDeps, itemId: string): Promise<boolean> {
  const item = await deps.db.fulfillmentItem.findUnique({
    where: { id: itemId },
    select: { orderId: true, platform: true, order: { select: { username: true } } },
  });
  if (!item) return false;
  const problem = await findTargetProblem(deps, item.platform, item.order.username);
  if (problem) return !(await pauseOrder(deps.db, item.orderId, problem));
  await deps.db.$executeRaw`
    UPDATE fulfillment_items SET checked_target_at = now() WHERE order_id = ${item.orderId}::uuid AND state = 'ready'`;
  return true;
}

/** What a fresh look finds wrong with a profile; null when it is public, and when nobody can tell. */
async function findTargetProblem(
  deps: SocialDeps,
  platform: Platform,
  username: string,
): Promise<TargetProblem | null> {
  try {
    const found = await lookupProfile(deps, platform, username);
    if (found.exists && !found.is_private) return null;
    // While the provider fails, a day-old answer may stand in: too old to stop a delivery for.
    const cached = await findCached(deps, profileKey(platform, username), profileResultSchema);
    if (!cached?.isFresh) return null;
    return found.exists ? "target_private" : "target_missing";
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.warn({ reason: error.code }, "a target is sent to without a check");
    return null;
  }
}
