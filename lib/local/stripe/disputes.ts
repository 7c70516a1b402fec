import { type Account, notFromApi } from "./account";
import { ApiError } from "./api-error";
import { disputeFee, moveBalance } from "./balance";
import {
  type Dispute,
  type FraudWarning,
  newDispute,
  newFraudWarning,
  newStripeId,
  type WarningOptions,
} from "./objects";
import { getOne } from "./state";

/**
 * The buyer's bank takes the money back, and Stripe takes its dispute fee. Throws ApiError 404, or 400 for a charge
 * that is already disputed or fully refunded.
 */
export function openDispute(account: Account, chargeId: string, reason = "fraudulent"): Dispute {
  const charge = getOne(account.state.charges, chargeId, "charge");
  if (charge.disputed) throw new ApiError(400, `Charge ${chargeId} is already disputed.`);
  if (charge.refunded) throw new ApiError(400, `Charge ${chargeId} has been refunded in full.`);
  charge.disputed = true;
  const id = newStripeId("du");
  const taken = moveBalance(account.state, {
    kind: "dispute",
    amount: charge.amount_refunded - charge.amount,
    fee: disputeFee,
    currency: charge.currency,
    source: id,
  });
  const dispute = newDispute(id, charge, taken, reason);
  account.state.disputes[id] = dispute;
  account.publish(
    [
      { type: "charge.dispute.created", object: dispute },
      { type: "charge.dispute.funds_withdrawn", object: dispute },
    ],
    notFromApi,
  );
  return dispute;
}

/** Submits evidence to the bank. Throws ApiError 404, or 400 when evidence was submitted before. */
export function reviewDispute(account: Account, id: string): Dispute {
  const dispute = getOne(account.state.disputes, id, "dispute");
  if (dispute.status !== "needs_response")
    throw new ApiError(400, `Dispute ${id} is already ${dispute.status}.`);
  dispute.status = "under_review";
  account.publish([{ type: "charge.dispute.updated", object: dispute }], notFromApi);
  return dispute;
}

/** The bank decides; a won dispute returns the money without the fee. Throws ApiError 404, or 400 once decided. */
export function closeDispute(account: Account, id: string, status: "won" | "lost"): Dispute {
  const dispute = getOne(account.state.disputes, id, "dispute");
  if (dispute.status !== "needs_response" && dispute.status !== "under_review")
    throw new ApiError(400, `Dispute ${id} is already ${dispute.status}.`);
  dispute.status = status;
  const happenings = [{ type: "charge.dispute.closed", object: dispute }];
  if (status === "won") {
    const { amount, currency } = dispute;
    dispute.balance_transactions.push(
      moveBalance(account.state, { kind: "dispute_reversal", amount, currency, source: id }),
    );
    happenings.push({ type: "charge.dispute.funds_reinstated", object: dispute });
  }
  account.publish(happenings, notFromApi);
  return dispute;
}

/** The card's bank warns that a payment may be fraud. Throws ApiError 404. */
export function warnOfFraud(account: Account, chargeId: string, options: WarningOptions): FraudWarning {
  const charge = getOne(account.state.charges, chargeId, "charge");
  const warning = newFraudWarning(charge, options);
  account.state.fraudWarnings[warning.id] = warning;
  account.publish([{ type: "radar.early_fraud_warning.created", object: warning }], notFromApi);
  return warning;
}
