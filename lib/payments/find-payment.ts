import type { PaymentAttempt } from "@/lib/db/generated/client";
import { callStripe, type PaymentDeps } from "@/lib/stripe/stripe-client";
import { settlePayment } from "./settle-payment";

/**
 * The attempt that a payment of Stripe's belongs to. One that the shop has not heard of yet is settled first: a refund
 * or a dispute may be told before the payment is. Null when it is none of ours, or has brought no money. Throws
 * payment_unavailable.
 */
export async function findPayment(
  deps: PaymentDeps,
  paymentIntentId: string,
): Promise<PaymentAttempt | null> {
  const known = await deps.db.paymentAttempt.findUnique({ where: { paymentIntentId } });
  if (known) return known;
  const query = { payment_intent: paymentIntentId, limit: 1 };
  const [session] = (await callStripe(deps.stripe.checkout.sessions.list(query))).data;
  if (!session) return null;
  await settlePayment(deps, session.id);
  return deps.db.paymentAttempt.findUnique({ where: { paymentIntentId } });
}
