import { hasBankPaidBack } from "@/lib/orders/order/order-money";

// https://docs.stripe.com/api/disputes/object#dispute_object-status; statuses that Stripe adds later count as open.
const closed = new Set(["won", "lost", "warning_closed", "prevented"]);

/** True when the bank has decided, or the dispute was withdrawn. */
export function isDisputeClosed(status: string): boolean {
  return closed.has(status);
}

/**
 * True for an open inquiry: the bank asks, and has taken nothing. The payment can still be refunded, and once all of it
 * is, no dispute takes it (`is_charge_refundable` of https://docs.stripe.com/api/disputes/object).
 */
export function isOpenInquiry(status: string): boolean {
  return isInquiry(status) && !isDisputeClosed(status);
}

/** True once the evidence was submitted: the next step is the bank's. */
export function isAnswered(status: string): boolean {
  return status.endsWith("under_review");
}

/** True while the bank decides about the payment: none of it can be refunded. */
export function holdsPayment(status: string): boolean {
  return !isDisputeClosed(status) && !isOpenInquiry(status);
}

/**
 * How much of its payment a dispute has taken for good, in the payment's currency. An amount in another currency, or one
 * that is not known, can't be compared with the payment, so it counts as the whole. Pure.
 */
export function takenCents(
  { status, amountCents, currency }: { status: string; amountCents: number; currency: string | null },
  payment: { paidCents: number; currency: string },
): number {
  if (!hasBankPaidBack(status)) return 0;
  return currency === payment.currency ? Math.min(amountCents, payment.paidCents) : payment.paidCents;
}

/** True when nothing may be delivered for the payment. */
export function stopsDelivery(status: string): boolean {
  return hasBankPaidBack(status) || !isDisputeClosed(status);
}

/**
 * True when Stripe's answer is older than what is recorded: a decision stays until it is appealed, and a dispute does not
 * become an inquiry again.
 */
export function isOlder(answer: string, recorded: string): boolean {
  if (isInquiry(answer) !== isInquiry(recorded)) return isInquiry(answer);
  return isDisputeClosed(recorded) && !isDisputeClosed(answer) && !answer.startsWith("appeal_");
}

/** True for the bank's question before a dispute, open or closed. */
export function isInquiry(status: string): boolean {
  return status.startsWith("warning_");
}
