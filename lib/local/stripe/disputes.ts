import { type Account, notFromApi } from "./account";
import { ApiError } from "./api-error";
import { disputeFee, moveBalance } from "./balance";
import {
  type Dispute,
  type DisputeOptions,
  type FraudWarning,
  type NewEvent,
  newDispute,
  newFraudWarning,
  newStripeId,
  type WarningOptions,
} from "./objects";
import { getOne } from "./state";

/**
 * The buyer's bank takes the money back, and Stripe takes its dispute fee; an inquiry only asks, and takes nothing.
 * Throws ApiError 404, or 400 for a charge that is already disputed or fully refunded.
 */
export function openDispute(account: Account, chargeId: string, options: DisputeOptions): Dispute {
  const charge = getOne(account.state.charges, chargeId, "charge");
  if (charge.disputed) throw new ApiError(400, `Charge ${chargeId} is already disputed.`);
  if (charge.refunded) throw new ApiError(400, `Charge ${chargeId} has been refunded in full.`);
  charge.disputed = true;
  const id = newStripeId("du");
  const dispute = newDispute(id, charge, options);
  account.state.disputes[id] = dispute;
  const newEvents: NewEvent[] = [{ type: "charge.dispute.created", object: dispute }];
  if (!options.isInquiry) newEvents.push(withdraw(account, dispute));
  account.publish(newEvents, notFromApi);
  return dispute;
}

/** The bank was not content with the answer to its inquiry, and takes the money. Throws ApiError 404, or 400. */
export function escalateInquiry(account: Account, id: string): Dispute {
  const dispute = getOne(account.state.disputes, id, "dispute");
  if (!isOpenInquiry(dispute)) throw new ApiError(400, `Dispute ${id} is already ${dispute.status}.`);
  const charge = getOne(account.state.charges, dispute.charge, "charge");
  Object.assign(dispute, {
    amount: charge.amount - charge.amount_refunded,
    is_charge_refundable: false,
    status: "needs_response",
  });
  account.publish(
    [{ type: "charge.dispute.updated", object: dispute }, withdraw(account, dispute)],
    notFromApi,
  );
  return dispute;
}

function withdraw(account: Account, dispute: Dispute): NewEvent {
  const { id: source, amount, currency } = dispute;
  const taken = { kind: "dispute", amount: -amount, fee: disputeFee, currency, source } as const;
  dispute.balance_transactions.push(moveBalance(account.state, taken));
  return { type: "charge.dispute.funds_withdrawn", object: dispute };
}

/** True while a bank asks about a charge; a refund in full ends it. */
export function isOpenInquiry({ status }: Dispute): boolean {
  return status === "warning_needs_response" || status === "warning_under_review";
}

/** Submits evidence to the bank. Throws ApiError 404, or 400 when evidence was submitted before. */
export function reviewDispute(account: Account, id: string): Dispute {
  const dispute = getOne(account.state.disputes, id, "dispute");
  if (dispute.status === "needs_response") dispute.status = "under_review";
  else if (dispute.status === "warning_needs_response") dispute.status = "warning_under_review";
  else throw new ApiError(400, `Dispute ${id} is already ${dispute.status}.`);
  account.publish([{ type: "charge.dispute.updated", object: dispute }], notFromApi);
  return dispute;
}

/**
 * The bank decides: a won dispute returns the money without the fee, and an inquiry is closed. Throws ApiError 404, or
 * 400 once decided.
 */
export function closeDispute(
  account: Account,
  id: string,
  status: "won" | "lost" | "warning_closed",
): Dispute {
  const dispute = getOne(account.state.disputes, id, "dispute");
  const isOpen =
    status === "warning_closed"
      ? isOpenInquiry(dispute)
      : dispute.status === "needs_response" || dispute.status === "under_review";
  if (!isOpen) throw new ApiError(400, `Dispute ${id} is already ${dispute.status}.`);
  dispute.status = status;
  const newEvents = [{ type: "charge.dispute.closed", object: dispute }];
  if (status === "won") {
    const { amount, currency } = dispute;
    dispute.balance_transactions.push(
      moveBalance(account.state, { kind: "dispute_reversal", amount, currency, source: id }),
    );
    newEvents.push({ type: "charge.dispute.funds_reinstated", object: dispute });
  }
  account.publish(newEvents, notFromApi);
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
