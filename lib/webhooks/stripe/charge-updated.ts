import { findPayment } from "@/lib/checkout/find-payment";
import type { SettleDeps } from "@/lib/checkout/settle-payment";
import { bookFee } from "@/lib/payments/book-fee";
import type { EventSubject } from "./received-event";

/** charge.updated: Stripe settles a charge a moment after it was paid, and only then says what it keeps of it. */
export async function onChargeUpdated(deps: SettleDeps, subject: EventSubject): Promise<string> {
  const { object, payment_intent: paymentIntentId } = subject;
  const attempt = object === "charge" && paymentIntentId ? await findPayment(deps, paymentIntentId) : null;
  if (!attempt?.paymentIntentId) return "Not a charge of this shop.";
  const isKnown = await bookFee(deps, { ...attempt, paymentIntentId: attempt.paymentIntentId });
  return isKnown ? "The payment's fee is booked." : "Stripe does not say yet what it keeps.";
}
