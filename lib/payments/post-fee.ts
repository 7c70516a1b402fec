import type { Database } from "@/lib/db/client";
import { feeMovement } from "@/lib/ledger/movements";
import { recordMovement } from "@/lib/ledger/record-movement";
import { callStripe, paymentFee, type StripeClient } from "@/lib/stripe/stripe-client";

/**
 * Posts what Stripe kept of a payment, once. False while Stripe does not say. Throws payment_unavailable.
 */
export async function postFee(
  { db, stripe }: { db: Database; stripe: StripeClient },
  attempt: { id: string; orderId: string; paymentIntentId: string },
): Promise<boolean> {
  const query = {
    payment_intent: attempt.paymentIntentId,
    limit: 10,
    expand: ["data.balance_transaction"],
  };
  const charges = await callStripe(stripe.charges.list(query));
  const fee = paymentFee(charges.data.find((charge) => charge.status === "succeeded") ?? null);
  if (!fee) return false;
  await recordMovement(db, feeMovement({ attemptId: attempt.id, orderId: attempt.orderId, ...fee }));
  return true;
}
