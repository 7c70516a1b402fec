import type { Database } from "@/lib/db/client";
import { countTargets } from "@/lib/delivery/progress/count-targets";
import { logger } from "@/lib/logger";
import { isOtherAccount, targetAccountId } from "@/lib/orders/target-account";
import { lookupProfile } from "@/lib/social/lookup-profile";
import type { SocialDeps } from "@/lib/social/social-deps";
import type { ItemFacts } from "./facts";

/**
 * Counts what an order's targets show now and looks its profile up. An account whose name belongs to another one now is
 * hidden: nothing can be read or delivered there until its name is known. A source that does not answer leaves the counts as
 * they were: what they can't tell, an operator decides.
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
