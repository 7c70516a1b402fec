import { recordEventOnce } from "@/lib/analytics/recorder";
import { forgetPaidOrder } from "./forget-paid-order";

/** Closes a purchase in this browser, however often its confirmation is opened: counted once, then forgotten. */
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
