import type Stripe from "stripe";

export type PaymentFee = { feeCents: number; currency: string };

/** What Stripe kept of a charge, in its account's currency; null while Stripe does not say. Pure. */
export function paymentFee(charge: Stripe.Charge | null): PaymentFee | null {
  const transaction = charge?.balance_transaction;
  if (!transaction || typeof transaction === "string" || transaction.fee <= 0) return null;
  return { feeCents: transaction.fee, currency: transaction.currency };
}
