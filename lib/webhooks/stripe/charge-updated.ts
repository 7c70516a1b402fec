import { findPayment } from "@/lib/payments/find-payment";
import { postFee } from "@/lib/payments/post-fee";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import type { EventSubject } from "./received-event";

/** charge.updated: Stripe settles a charge a moment after it was paid, and only then says what it keeps of it. */
export async function onChargeUpdated(deps: PaymentDeps, subject: EventSubject): Promise<string> {
  const { object, payment_intent: paymentIntentId } = subject;
  const attempt = object === "charge" && paymentIntentId ? await findPayment(deps, paymentIntentId) : null;
  if (!attempt?.paymentIntentId) return "Not a charge of this shop.";
  const isKnown = await postFee(deps, { ...attempt, paymentIntentId: attempt.paymentIntentId });
  return isKnown ? "The payment's fee is posted." : "Stripe does not say yet what it keeps.";
}
