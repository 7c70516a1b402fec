import { isRefusal, missingRight, type StripeClient, toAppError } from "./stripe-client";

// No object of Stripe has such an id, so a call about it does nothing; Stripe looks at the key's rights first.
const noObject = "no_such_object";

/** The rights that the shop needs, as Stripe's dashboard names them, each with a call that needs it and does nothing. */
const probes: Record<string, (stripe: StripeClient) => Promise<unknown>> = {
  "Account: read": (stripe) => stripe.accounts.retrieveCurrent(),
  "Balance transaction sources: read": (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  "Charges and Refunds: write": (stripe) => stripe.refunds.create({ payment_intent: noObject }),
  "Checkout Sessions: write": (stripe) => stripe.checkout.sessions.expire(noObject),
  "Disputes: read": (stripe) => stripe.disputes.list({ limit: 1 }),
  "Early fraud warnings: read": (stripe) => stripe.radar.earlyFraudWarnings.retrieve(noObject),
  "Events: read": (stripe) => stripe.events.list({ limit: 1 }),
  "PaymentIntents: read": (stripe) => stripe.paymentIntents.retrieve(noObject),
};

/** The rights that a restricted key must have, for the documentation. */
export const keyRights = Object.keys(probes);

/**
 * The rights that the key lacks, each with the name by which Stripe refused the call. Moves no money and changes nothing.
 * Errors: payment_misconfigured (Stripe does not know the key), payment_unavailable.
 */
export async function findMissingRights(stripe: StripeClient): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(probes).map(async ([name, probe]) => {
      try {
        await probe(stripe);
      } catch (error) {
        const right = missingRight(error);
        if (right) return [`${name} (${right})`];
        // A refusal of the object, which does not exist, comes after the right was found.
        if (!isRefusal(error)) throw toAppError(error);
      }
      return [];
    }),
  );
  return found.flat();
}
