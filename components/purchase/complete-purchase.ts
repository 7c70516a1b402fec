import { recordEventOnce } from "@/lib/shop/analytics/recorder";
import { type OrderAttempt, orderAttempts } from "./order-attempts";
import { detailsStore } from "./purchase-details";

/**
 * Forgets a paid order: the next order gets a new key, and add-ons and posts are not chosen again. Account and email
 * stay, with the paid order's page, so that the way back does not lead to a second payment. Returns the attempt; null when it was not made in this browser.
 */
export function forgetPaidOrder(paid: { sessionId?: string; orderUrl: string | null }): OrderAttempt | null {
  const attempt = orderAttempts.finish(paid);
  if (attempt) {
    const paidOrderUrl = paid.orderUrl ?? (attempt.orderUrl || null);
    detailsStore.update(attempt.platform, attempt.service, { addOns: [], posts: [], paidOrderUrl });
  }
  return attempt;
}

/** Completes a purchase in this browser: forgets it, and counts it once, however often its confirmation is opened. */
export function completePurchase(paid: {
  sessionId?: string;
  orderUrl: string | null;
  amountCents: number;
}): void {
  const attempt = forgetPaidOrder(paid);
  const references = [paid.sessionId, paid.orderUrl ?? attempt?.orderUrl].filter(
    (name) => name !== undefined,
  );
  recordEventOnce(references, "purchase_completed", {
    value: paid.amountCents,
    ...(attempt ? { platform: attempt.platform } : {}),
  });
}
