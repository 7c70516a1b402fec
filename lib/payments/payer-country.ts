import type Stripe from "stripe";

/** The parts of a session that name the payer's country. */
export type PaidSession = Pick<Stripe.Checkout.Session, "customer_details" | "payment_intent">;

/**
 * The country of a session's billing address; without one, of its card. Two capital letters; null when Stripe names
 * neither. The session was read with its charge. Pure.
 */
export function payerCountry({ customer_details, payment_intent }: PaidSession): string | null {
  const intent = typeof payment_intent === "object" ? payment_intent : null;
  const charge = typeof intent?.latest_charge === "object" ? intent.latest_charge : null;
  const country =
    customer_details?.address?.country ??
    charge?.billing_details?.address?.country ??
    charge?.payment_method_details?.card?.country;
  return country?.toUpperCase() ?? null;
}
