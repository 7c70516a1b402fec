// https://docs.stripe.com/api/disputes/object#dispute_object-status; statuses that Stripe adds later count as open.
const closed = new Set(["won", "lost", "warning_closed", "prevented"]);

/** True when the bank has decided, or the dispute was withdrawn. */
export function isDisputeClosed(status: string): boolean {
  return closed.has(status);
}

/**
 * True while the bank holds or has taken the payment, or has sent it back to prevent a dispute: nothing is delivered for
 * it, and none of it is refunded.
 */
export function holdsPayment(status: string): boolean {
  return status === "lost" || status === "prevented" || !isDisputeClosed(status);
}
