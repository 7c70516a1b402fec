import { recordEventOnce } from "@/lib/analytics/recorder";
import { forgetPaidOrder } from "./forget-paid-order";

/**
 * Completes a purchase in this browser: counts it once, however often its confirmation is opened, and forgets its
 * details.
 */
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
