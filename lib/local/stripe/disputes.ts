import { z } from "zod";
import { type Account, notFromApi } from "./account";
import { ApiError, noSuch } from "./api-error";
import { disputeFee, moveBalance } from "./balance";
import { type ApiList, createdFilter, isCreatedWithin, listParams, page } from "./lists";
import type { Dispute } from "./objects";
import { text } from "./params";
import { lookUp, newestFirst, newStripeId, nowSeconds } from "./state";

export const listDisputesSchema = z.strictObject({
  ...listParams,
  charge: text().optional(),
  payment_intent: text().optional(),
  created: createdFilter,
});

const week = 7 * 24 * 3600;

/**
 * The buyer's bank takes the money back, and the dispute's fee with it. Throws ApiError 404, or 400 for a charge that
 * is disputed already, or has nothing left to take.
 */
export function openDispute(account: Account, chargeId: string, reason = "fraudulent"): Dispute {
  const charge = lookUp(account.state.charges, chargeId);
  if (!charge) throw noSuch("charge", chargeId, "charge");
  if (charge.disputed) throw new ApiError(400, `Charge ${chargeId} is already disputed.`);
  if (charge.refunded) throw new ApiError(400, `Charge ${chargeId} has been refunded in full.`);
  charge.disputed = true;
  const id = newStripeId("du");
  const amount = charge.amount - charge.amount_refunded;
  const taken = moveBalance(account.state, {
    kind: "dispute",
    amount: -amount,
    fee: disputeFee,
    currency: charge.currency,
    source: id,
  });
  const dispute: Dispute = {
    id,
    object: "dispute",
    amount,
    balance_transactions: [taken],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    evidence_details: {
      due_by: nowSeconds() + week,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: "needs_response",
  };
  account.state.disputes[dispute.id] = dispute;
  account.publish(
    [
      { type: "charge.dispute.created", object: dispute },
      { type: "charge.dispute.funds_withdrawn", object: dispute },
    ],
    notFromApi,
  );
  return dispute;
}

/** The evidence is with the bank. Throws ApiError 404, or 400 when it is there already. */
export function reviewDispute(account: Account, id: string): Dispute {
  const dispute = getDispute(account, id);
  if (dispute.status !== "needs_response")
    throw new ApiError(400, `Dispute ${id} is already ${dispute.status}.`);
  dispute.status = "under_review";
  account.publish([{ type: "charge.dispute.updated", object: dispute }], notFromApi);
  return dispute;
}

/** The bank decides; won, the money comes back without the fee. ApiError 404, or 400 for a decided dispute. */
export function closeDispute(account: Account, id: string, status: "won" | "lost"): Dispute {
  const dispute = getDispute(account, id);
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

/** Throws ApiError 404. */
export function getDispute(account: Account, id: string): Dispute {
  const dispute = lookUp(account.state.disputes, id);
  if (!dispute) throw noSuch("dispute", id, "dispute");
  return dispute;
}

/** Disputes, newest first. */
export function listDisputes(
  account: Account,
  params: z.output<typeof listDisputesSchema>,
): ApiList<Dispute> {
  const { charge, payment_intent: intent, created } = params;
  return page(
    newestFirst(account.state.disputes),
    params,
    "/v1/disputes",
    (dispute) =>
      (charge === undefined || dispute.charge === charge) &&
      (intent === undefined || dispute.payment_intent === intent) &&
      isCreatedWithin(dispute.created, created),
  );
}
