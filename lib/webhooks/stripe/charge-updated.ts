import type Stripe from "stripe";
import { z } from "zod";
import { findPayment } from "@/lib/checkout/find-payment";
import type { SettleDeps } from "@/lib/checkout/settle-payment";
import { bookFee } from "@/lib/payments/book-fee";

const chargeSchema = z.object({ object: z.literal("charge"), payment_intent: z.string() });

/** charge.updated: Stripe settles a charge a moment after it was paid, and only then says what it keeps of it. */
export async function onChargeUpdated(deps: SettleDeps, event: Stripe.Event): Promise<string> {
  const parsed = chargeSchema.safeParse(event.data.object);
  const attempt = parsed.success ? await findPayment(deps, parsed.data.payment_intent) : null;
  if (!attempt?.paymentIntentId) return "Not a charge of this shop.";
  const isKnown = await bookFee(deps, { ...attempt, paymentIntentId: attempt.paymentIntentId });
  return isKnown ? "The payment's fee is booked." : "Stripe does not say yet what it keeps.";
}
