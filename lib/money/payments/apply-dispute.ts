import { logger } from "@/lib/base/logger";
import { recordDispute } from "@/lib/money/disputes/record-dispute";
import { callStripe, idOf, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { settleAndFindPayment } from "./settle-and-find";

/**
 * Brings an order into line with a dispute of its payment at Stripe (`recordDispute`). Idempotent. Returns the dispute's
 * status at Stripe; null for a payment that is none of this shop. Errors: not_found (Stripe does not know the dispute),
 * payment_unavailable, payment_misconfigured.
 */
export async function applyDispute(deps: PaymentDeps, disputeId: string): Promise<string | null> {
  const dispute = await callStripe(deps.stripe.disputes.retrieve(disputeId), "dispute");
  const intent = idOf(dispute.payment_intent);
  const attempt = intent && (await settleAndFindPayment(deps, intent));
  if (!attempt) return null;
  const { orderId } = attempt;
  const isNews = await deps.db.$transaction((tx) => recordDispute(tx, attempt, dispute));
  if (isNews) logger.warn({ orderId, disputeId, status: dispute.status }, "a dispute was opened or changed");
  return dispute.status;
}
