import { findPayment } from "@/lib/payments/find-payment";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import { followRefunds } from "@/lib/refunds/follow-refunds";
import type { EventSubject } from "./received-event";

/**
 * charge.refunded, refund.created, .updated and .failed: money went back, or came back from its bank, whoever asked
 * for it. The event only says which payment to look at; Stripe is asked for all of its refunds.
 */
export async function onRefundChanged(deps: PaymentDeps, subject: EventSubject): Promise<string> {
  // A refund or a charge: both name the payment they belong to.
  const { object, payment_intent: paymentIntentId } = subject;
  if ((object !== "refund" && object !== "charge") || !paymentIntentId) return "Not a refund of this shop.";
  const attempt = await findPayment(deps, paymentIntentId);
  if (!attempt) return "Not a refund of this shop.";
  const adopted = await followRefunds(deps, {
    attemptId: attempt.id,
    orderId: attempt.orderId,
    paymentIntentId,
  });
  return adopted > 0 ? "A refund made at Stripe was taken over." : "The payment's refunds are posted.";
}
