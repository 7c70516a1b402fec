import { z } from "zod";
import { type Account, notFromApi } from "./account";
import { ApiError } from "./api-error";
import { moveBalance } from "./balance";
import { closeDispute, isOpenInquiry } from "./disputes";
import { type Cause, type Charge, type Dispute, newRefund, newStripeId, type Refund } from "./objects";
import { integer, metadata, text } from "./params";
import { getOne, lookUp, newestFirst } from "./state";

export const createRefundSchema = z.strictObject({
  charge: text().optional(),
  payment_intent: text().optional(),
  amount: integer
    .refine((amount) => amount >= 1, {
      error: "Invalid positive integer",
      params: { code: "parameter_invalid_integer" },
    })
    .optional(),
  reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
  metadata: metadata.optional(),
});

/**
 * Refunds `amount`, or all that is left, at once. Throws ApiError 404 for an unknown payment, and 400 for one without a
 * charge, a disputed charge (unless won, an inquiry, or lost for a part), a fully refunded one
 * (`charge_already_refunded`), or more than is left. A refund in full closes an inquiry.
 */
export function createRefund(
  account: Account,
  params: z.output<typeof createRefundSchema>,
  cause: Cause,
): Refund {
  const charge = chargeToRefund(account, params);
  const disputes = disputesOf(account, charge);
  const left = charge.amount - charge.amount_refunded - lostAmount(disputes);
  if (isChargedBack(disputes, left)) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw new ApiError(400, message, { code: "charge_disputed" }, true);
  }
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw new ApiError(400, message, { code: "charge_already_refunded" }, true);
  }
  const amount = params.amount ?? left;
  if (amount > left) {
    const message = `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`;
    throw new ApiError(400, message, { param: "amount" }, true);
  }
  const id = newStripeId("re");
  const { currency } = charge;
  const outflow = moveBalance(account.state, { kind: "refund", amount: -amount, currency, source: id });
  const refund = newRefund(id, charge, { ...params, amount, transaction: outflow.id });
  account.state.refunds[refund.id] = refund;
  moveRefunded(charge, amount);
  const asCreated = structuredClone(refund);
  // The bank's reference for the buyer arrives after the refund itself; it causes most `refund.updated` events.
  refund.destination_details.card.reference_status = "available";
  account.publish(
    [
      { type: "refund.created", object: asCreated },
      { type: "charge.refunded", object: charge },
      { type: "refund.updated", object: refund },
    ],
    cause,
  );
  if (charge.refunded)
    for (const dispute of disputes)
      if (isOpenInquiry(dispute)) closeDispute(account, dispute.id, "warning_closed");
  return asCreated;
}

/** All refunds. Throws ApiError 404 when they are asked for by a payment that the account does not have. */
export function listRefunds({ state }: Account, paymentIntent?: string): Refund[] {
  if (paymentIntent !== undefined) getOne(state.paymentIntents, paymentIntent, "payment_intent");
  return newestFirst(state.refunds);
}

/**
 * The bank returns a refund: it fails, and the charge no longer counts it. Throws ApiError 404, or 400 when it was
 * returned before.
 */
export function failRefund(account: Account, id: string): Refund {
  const refund = getOne(account.state.refunds, id, "refund");
  const charge = lookUp(account.state.charges, refund.charge);
  if (!charge || refund.status === "failed") throw new ApiError(400, `Refund ${id} has already failed.`);
  refund.status = "failed";
  refund.failure_reason = "expired_or_canceled_card";
  const { amount, currency } = refund;
  refund.failure_balance_transaction = moveBalance(account.state, {
    kind: "refund_failure",
    amount,
    currency,
    source: id,
  }).id;
  moveRefunded(charge, -refund.amount);
  account.publish(
    [
      { type: "refund.updated", object: refund },
      { type: "refund.failed", object: refund },
    ],
    notFromApi,
  );
  return refund;
}

function chargeToRefund({ state }: Account, params: z.output<typeof createRefundSchema>): Charge {
  if (params.charge !== undefined) return getOne(state.charges, params.charge, "charge");
  if (params.payment_intent === undefined) {
    const message =
      "One of the following params should be provided for this request: payment_intent or charge.";
    throw new ApiError(400, message, { code: "parameter_missing" });
  }
  const intent = getOne(state.paymentIntents, params.payment_intent, "payment_intent");
  const charge = lookUp(state.charges, intent.latest_charge ?? "");
  if (!charge) {
    const message = `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`;
    throw new ApiError(400, message, { param: "payment_intent" }, true);
  }
  return charge;
}

/** True while a bank decides about a charge, and when lost disputes have taken all that is left of it. */
function isChargedBack(disputes: Dispute[], left: number): boolean {
  return disputes.some(({ is_charge_refundable: isRefundable, status }) =>
    status === "lost" ? left === 0 : !isRefundable && status !== "won",
  );
}

function lostAmount(disputes: Dispute[]): number {
  return disputes.reduce((sum, { status, amount }) => (status === "lost" ? sum + amount : sum), 0);
}

function disputesOf({ state }: Account, charge: Charge): Dispute[] {
  return Object.values(state.disputes).filter((dispute) => dispute.charge === charge.id);
}

function moveRefunded(charge: Charge, amount: number): void {
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
