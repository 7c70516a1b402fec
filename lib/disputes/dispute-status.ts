import type { PaymentStatus } from "@/lib/db/generated/enums";

// https://docs.stripe.com/api/disputes/object#dispute_object-status; words Stripe may add later count as open.
const closed = new Set(["won", "lost", "warning_closed", "prevented"]);

/** True when the bank has decided, or the question was withdrawn. */
export function isDisputeClosed(status: string): boolean {
  return closed.has(status);
}

/** True while the payment is in the bank's hands or gone: nothing is delivered for it and nothing of it refunded. */
export function holdsPayment(status: string): boolean {
  return status === "lost" || !isDisputeClosed(status);
}

/** What an order's payment is called, given whether a dispute holds it and what was refunded. Pure. */
export function paymentStatusOf(order: {
  isDisputed: boolean;
  paidCents: number;
  refundedCents: number;
}): PaymentStatus {
  if (order.isDisputed) return "disputed";
  if (order.paidCents === 0) return "unpaid";
  if (order.refundedCents >= order.paidCents) return "refunded";
  return order.refundedCents > 0 ? "partially_refunded" : "paid";
}
