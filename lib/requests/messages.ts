import { amountLabel } from "@/lib/catalog/catalog";
import { bankShowsIt, formatCents } from "@/lib/money";
import type { ServiceType } from "@/lib/platforms";
import type { Decision } from "./facts";
import { type Reason, reasons } from "./reasons";

/**
 * What the buyer reads about a decision: what was decided, why, and what happens next. Times are shown beside it
 * (`lookAgainAt`). `isHeld`: its refund is above the limits of automatic ones. `replyTime`: as `replyTimeOf` has it. Pure.
 */
export function decisionMessage(
  decision: Decision,
  { service, isHeld, replyTime }: { service: ServiceType; isHeld: boolean; replyTime: string },
): string {
  const amount = amountLabel(decision.units, service);
  const back = formatCents(decision.cents);
  switch (decision.outcome) {
    case "refill":
      return `${missingOf(decision, amount)} We have asked for ${themOf(decision)} to be delivered again, at no cost to you. Please keep the account public and its name unchanged.`;
    case "replace":
      return `${missingOf(decision, amount)} This delivery can't be refilled, so we are sending ${themOf(decision)} again as a new delivery, at no cost to you. Please keep the account public and its name unchanged.`;
    case "refund":
      return isHeld
        ? `${missingOf(decision, amount)} We can't deliver ${themOf(decision)} again, so our team is checking a refund of ${back}. We'll email you either way.`
        : `${missingOf(decision, amount)} We can't deliver ${themOf(decision)} again, so ${back} goes back to your card. ${bankShowsIt}`;
    case "already_done":
      return reasons[decision.reason];
    case "cancel":
      return `The delivery of ${amount} ${decision.reason === "not_begun" ? "had not started" : "did not start within the time we promise"}, so we cancelled it. Its price goes back to your card as soon as the whole order has ended. ${bankShowsIt}`;
    case "ask_supplier":
      return `${stopReasons[decision.reason] ?? stopReasons.stop_wanted} Once it has stopped, the price of what did not arrive goes back to your card.`;
    case "review":
      return `${reasons[decision.reason]} Our team will look into it and write to the order's email address${replyTime}.`;
    default:
      return reasons[decision.reason];
  }
}

/** What the buyer reads once our team has decided against a refund that was promised for missing units. Pure. */
export function declinedMessage(units: number, cents: number, service: ServiceType): string {
  return `Our team has checked the refund of ${formatCents(cents)} for ${amountLabel(units, service)} and decided against it, so this amount does not go back to your card.`;
}

const stopReasons: Partial<Record<Reason, string>> = {
  stop_wanted: "We have asked for this delivery to be stopped.",
  not_started_in_time:
    "This delivery has not started within the time we promise, so we have asked for it to be stopped.",
  not_finished_in_time:
    "This delivery is taking longer than it should, so we have asked for it to be stopped.",
};

function missingOf({ reason, units }: Decision, amount: string): string {
  switch (reason) {
    case "never_arrived":
      return `By our own count, ${amount} never arrived.`;
    case "replacement_short":
      return `${amount} of the new delivery did not arrive.`;
    default:
      return `By our own count, ${amount} ${units === 1 ? "has" : "have"} dropped since the delivery.`;
  }
}

const themOf = ({ units }: Decision) => (units === 1 ? "it" : "them");
