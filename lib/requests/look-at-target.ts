import type { Database } from "@/lib/db/client";
import { countTargets } from "@/lib/delivery/progress/count-targets";
import { logger } from "@/lib/logger";
import { isOtherAccount, targetAccountId } from "@/lib/orders/target-account";
import { lookupProfile } from "@/lib/social/lookup-profile";
import type { SocialDeps } from "@/lib/social/social-deps";
import type { ItemFacts } from "./facts";

/**
 * Counts what an order's targets show now and looks its profile up. When the name belongs to another account by now,
 * the target counts as hidden. Without an answer the counts stay as they were, and an operator decides what they can't
 * show.
 */
export async function lookAtTarget(
  db: Database,
  social: SocialDeps,
  orderId: string,
  { isAsked }: { isAsked: boolean },
): Promise<ItemFacts["target"]> {
  const order = await db.order.findUnique({
    where: { id: orderId },
    select: { platform: true, username: true, profile: true },
  });
  if (!order) return "unknown";
  try {
    await countTargets(db, social, orderId, { isAsked });
    const found = await lookupProfile(social, order.platform, order.username);
    const isThere = found.exists && !isOtherAccount(found, targetAccountId(order.profile));
    return isThere && !found.is_private ? "public" : "hidden";
  } catch (error) {
    logger.warn({ orderId, err: String(error) }, "the counts of an order could not be read");
    return "unknown";
  }
}
