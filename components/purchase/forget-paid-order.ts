import { type OrderAttempt, orderAttempts } from "./order-attempts";
import { detailsStore } from "./purchase-details";

/**
 * Ends what this browser kept for an order that was seen paid: the next order is a new one, and its bundles and posts
 * are not chosen again. The account and the email stay. Returns the attempt; null when it was not made here.
 */
export function forgetPaidOrder(paid: { sessionId?: string; orderUrl?: string | null }): OrderAttempt | null {
  const attempt = orderAttempts.finish(paid);
  if (attempt) detailsStore.update(attempt.platform, attempt.service, { addOns: [], posts: [] });
  return attempt;
}
