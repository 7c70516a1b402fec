import type { Database } from "@/lib/base/db/client";
import { hasCode } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { shortOrderId } from "@/lib/base/order-id";
import type { SocialDeps } from "@/lib/delivery/social/social-deps";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";
import { recordEvents } from "@/lib/orders/order/record-event";

/** A step's result; `unanswered` is the failure because of which nothing could be looked up, or null. */
type Looked<T> = { value: T; unanswered: unknown };

/**
 * Runs a step of an order that looks something up. When the provider does not answer, or the budget of look-ups is used
 * up, the step runs as in a shop without a provider, so that the sale is not refused. After an earlier step of the order
 * that was not answered, nothing is asked. Errors: those of `step`; lookup_unavailable where chosen posts can't be known
 * without an answer.
 */
export async function lookUpOrTrust<T>(
  social: SocialDeps,
  step: (social: SocialDeps) => Promise<T>,
  earlier: unknown = null,
): Promise<Looked<T>> {
  if (earlier) return trust(social, step, earlier);
  try {
    return { value: await step(social), unanswered: null };
  } catch (error) {
    if (!hasCode(error, "lookup_unavailable")) throw error;
    logger.warn({ err: String(error) }, "an order is taken as it was typed");
    return trust(social, step, error);
  }
}

async function trust<T>(
  social: SocialDeps,
  step: (social: SocialDeps) => Promise<T>,
  unanswered: unknown,
): Promise<Looked<T>> {
  try {
    return { value: await step({ ...social, provider: null }), unanswered };
  } catch (error) {
    throw hasCode(error, "invalid_posts") ? unanswered : error;
  }
}

/** Says in the order's timeline, and to an operator, that an order was taken as it was typed. */
export async function noteUnchecked(
  db: Database,
  { id: orderId, username }: { id: string; username: string },
): Promise<void> {
  await recordEvents(db, [{ orderId, type: "profile.unchecked" }]);
  const message = `Profiles can't be looked up at checkout, so orders are taken for names as they were typed; the newest is #${shortOrderId(orderId)} for @${username}. Look at the provider's key and credits, and whether the budget of look-ups is used up (docs/abuse.md). Close this alert once look-ups work again.`;
  await raiseAlert(db, { key: "unchecked_orders", kind: "unchecked_orders", message });
}
