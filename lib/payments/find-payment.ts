import type { PaymentAttempt } from "@/lib/db/generated/client";
import { toAppError } from "@/lib/stripe/stripe-client";
import { type PaymentDeps, settlePayment } from "./settle-payment";

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
  const sessionId = await findSessionId(deps, paymentIntentId);
  if (!sessionId) return null;
  await settlePayment(deps, sessionId);
  return deps.db.paymentAttempt.findUnique({ where: { paymentIntentId } });
}

async function findSessionId({ stripe }: PaymentDeps, paymentIntentId: string): Promise<string | null> {
  try {
    const sessions = await stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 });
    return sessions.data[0]?.id ?? null;
  } catch (error) {
    throw toAppError(error);
  }
}
