import { feeMovement } from "@/lib/ledger/movements";
import { recordMovement } from "@/lib/ledger/record-movement";
import { callStripe, type PaymentDeps, paymentFee } from "@/lib/stripe/stripe-client";

/**
 * Posts Stripe's fee of a payment, once. False until Stripe has named it. Errors: payment_unavailable,
 * payment_misconfigured.
 */
export async function postFee(
  { db, stripe }: PaymentDeps,
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
