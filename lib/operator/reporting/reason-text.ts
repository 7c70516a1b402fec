import { inWords } from "@/lib/base/text/words";

// The codes that need an explanation (the empty one: no code is stored). Others, such as `bad_quantity`, are shown as
// words.
const messages: Record<string, string> = {
  "": "no reason was given",
  unreachable: "No connection",
  timeout: "No answer in time",
  connection_lost: "The connection broke before the answer",
  answer_too_large: "The answer was too large to read",
  worker_lost: "The worker died during the call",
  not_json: "The answer was not valid JSON",
  unreadable_answer: "The answer names neither an order nor an error",
  unclear_error: "The error does not say whether the order was accepted",
  contradictory_answer: "The answer names both an order and an error",
  redirected: "The answer redirects to another address",
  target_private: "The account is private",
  target_missing: "The account or post can't be found",
  target_not_fixed:
    "The account was private, or it or the post could not be found, and the buyer did not fix it in time",
  target_busy: "The supplier still has another order for this account or post",
  rate_limited: "The supplier says that it gets too many requests",
  supplier_busy: "The supplier takes no more calls for now",
  supplier_on_hold: "Its suppliers are on hold or failing",
  no_supplier: "No supplier that is on and mapped takes it",
  not_started: "The supplier has not started it in time",
  not_started_not_canceled: "The supplier has not started it in time and would not cancel it",
  not_finished: "The supplier has not finished it in time",
  completed_with_rest: "The supplier calls it completed and says that units are left; its counter decides",
  evidence_exhausted: "The request can't be repeated safely any more, and no answer named an order",
  unfamiliar_refusal:
    "The answer came late, in words that the shop does not know, so it may not be a refusal",
  not_executed: "Nothing was bought: the request was not sent, or the evidence shows it",
  database_restored: "It may have been bought before the database was restored",
  stop_refused: "The supplier would not stop it at the buyer's request",
  canceled_by_buyer: "Cancelled at the buyer's request",
  duplicate_order_id: "The supplier gave one order number to two items",
  account_changed: "It is at the supplier's earlier account",
  late_change: "The supplier changed its report after the item had ended",
  refunded_in_progress: "It was refunded in full while a supplier was still delivering",
  withdrawn: "The buyer withdrew while something was still at a supplier or in dispute",
  withdrawal_unconfirmed:
    "Someone withdrew by number and email address, and the buyer has not confirmed it on the order's page",
  dispute_closed: "A dispute of its payment has ended",
  wrong_amount: "The payment was not the amount that was asked for",
  fraud_warning: "Stripe has warned of fraud with this card",
  blocked: "Its buyer or profile is on the block list, so the payment went back",
  declined_cards: "Many cards were declined for it, so it can't be paid for a day",
  blocked_card: "It was paid with a card on the block list",
  late_answer:
    "A supplier's answer came late and something may have been bought twice; the timeline has both numbers",
};

/** The stored part of a supplier's answer to a call. */
type Answer = { httpStatus: number | null; answer: string | null };

/**
 * The reason of an item's state, a call's outcome, or an order's flag or block, for an operator. With the supplier's
 * answer, the reason for invalid JSON names the HTTP status and says whether the answer was empty.
 */
export function reasonText(code: string, answer?: Answer): string {
  if (code === "not_json" && answer?.httpStatus) {
    const found = answer.answer?.trim() ? "no valid JSON" : "empty";
    return `The supplier answered HTTP ${answer.httpStatus}, and the answer was ${found}`;
  }
  // The reason of a block may be an operator's own words.
  return messages[code] ?? (/^[a-z\d_]+$/.test(code) ? inWords(code) : code);
}
