import { type OrderAttempt, orderAttempts } from "./order-attempts";
import { detailsStore } from "./purchase-details";

/**
 * Forgets a paid order: the next order gets a new key, and add-ons and posts are not chosen again. Account and email
 * stay. Returns the attempt; null when it was not made in this browser.
 */
export function forgetPaidOrder(paid: { sessionId?: string; orderUrl?: string | null }): OrderAttempt | null {
  const attempt = orderAttempts.finish(paid);
  if (attempt) detailsStore.update(attempt.platform, attempt.service, { addOns: [], posts: [] });
  return attempt;
}
