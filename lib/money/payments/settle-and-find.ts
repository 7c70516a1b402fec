import type { PaymentAttempt } from "@/lib/base/db/generated/client";
import { logOrder } from "@/lib/base/logger";
import { callStripe, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { settlePayment } from "./settle-payment";

/**
 * The attempt that a Stripe payment belongs to; null when the payment is not ours. An unknown payment is settled first,
 * because the event of a refund or dispute may arrive before the payment's. Errors: those of `settlePayment`.
 */
export async function settleAndFindPayment(
  deps: PaymentDeps,
  paymentIntentId: string,
): Promise<PaymentAttempt | null> {
  const known = await deps.db.paymentAttempt.findUnique({ where: { paymentIntentId } });
  if (known) {
    logOrder(known.orderId);
    return known;
  }
  const query = { payment_intent: paymentIntentId, limit: 1 };
  const [session] = (await callStripe(deps.stripe.checkout.sessions.list(query))).data;
  if (!session) return null;
  await settlePayment(deps, session.id);
  return deps.db.paymentAttempt.findUnique({ where: { paymentIntentId } });
}
