import { z } from "zod";
import { type Account, notFromApi } from "./account";
import { ApiError, noSuch } from "./api-error";
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

/** The buyer's bank takes the money back. Throws ApiError 404, or 400 for a charge that is disputed already. */
export function openDispute(account: Account, chargeId: string, reason = "fraudulent"): Dispute {
  const charge = lookUp(account.state.charges, chargeId);
  if (!charge) throw noSuch("charge", chargeId, "charge");
  if (charge.disputed) throw new ApiError(400, `Charge ${chargeId} is already disputed.`);
  charge.disputed = true;
  const dispute: Dispute = {
    id: newStripeId("du"),
    object: "dispute",
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
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
  account.publish([{ type: "charge.dispute.created", object: dispute }], notFromApi);
  return dispute;
}

/** The bank decides. Throws ApiError 404, or 400 for a dispute that is decided already. */
export function closeDispute(account: Account, id: string, status: "won" | "lost"): Dispute {
  const dispute = getDispute(account, id);
  if (dispute.status !== "needs_response")
    throw new ApiError(400, `Dispute ${id} is already ${dispute.status}.`);
  dispute.status = status;
  account.publish([{ type: "charge.dispute.closed", object: dispute }], notFromApi);
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
