import { amountLabel } from "@/lib/catalog/catalog";
import { bankShowsIt, formatCents } from "@/lib/money";
import type { ServiceType } from "@/lib/platforms";
import type { Decision } from "./decision-rules";
import { reasons } from "./reasons";

/**
 * What the buyer reads about a decision: what was decided, why, and what happens next. Times are shown beside it
 * (`lookAgainAt`). `isHeld`: its refund is above the limits of automatic ones. `replyTime`: as `replyTimeOf` has it. Pure.
 */
export function decisionMessage(
  decision: Decision,
  { service, isHeld, replyTime }: { service: ServiceType; isHeld: boolean; replyTime: string },
): string {
  const { outcome, reason, units, cents } = decision;
  const amount = amountLabel(units, service);
  const missing = missingOf(decision, amount);
  const them = units === 1 ? "it" : "them";
  const back = formatCents(cents);
  const keepIt = "at no cost to you. Please keep the account public and its name unchanged.";
  switch (outcome) {
    case "refill":
      return `${missing} We have asked for ${them} to be delivered again, ${keepIt}`;
    case "replace":
      return `${missing} This delivery can't be refilled, so we are sending ${them} again as a new delivery, ${keepIt}`;
    case "refund":
      return isHeld
        ? `${missing} We can't deliver ${them} again, so our team is checking a refund of ${back}. We'll email you either way.`
        : `${missing} We can't deliver ${them} again, so ${back} goes back to your card. ${bankShowsIt}`;
    case "cancel":
      return `The delivery of ${amount} ${reason === "not_begun" ? "had not started" : "did not start within the time we promise"}, so we cancelled it. Its price goes back to your card as soon as the whole order has ended. ${bankShowsIt}`;
    case "ask_supplier":
      return `${reasons[reason]} We have asked for it to be stopped. Once it has stopped, the price of what did not arrive goes back to your card.`;
    case "review":
      return `${reasons[reason]} Our team will look into it and write to the order's email address${replyTime}.`;
    default:
      return reasons[reason];
  }
}

/** What the buyer reads once our team has decided against a refund that was promised for missing units. Pure. */
export function declinedMessage(units: number, cents: number, service: ServiceType): string {
  return `Our team has checked the refund of ${formatCents(cents)} for ${amountLabel(units, service)} and decided against it, so this amount does not go back to your card.`;
}

function missingOf({ reason, units }: Decision, amount: string): string {
  if (reason === "never_arrived") return `By our own count, ${amount} never arrived.`;
  if (reason === "replacement_short") return `${amount} of the new delivery did not arrive.`;
  return `By our own count, ${amount} ${units === 1 ? "has" : "have"} dropped since the delivery.`;
}
