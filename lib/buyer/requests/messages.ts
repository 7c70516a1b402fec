import { bankShowsIt, formatCents } from "@/lib/base/money";
import { amountLabel, type UnitWords } from "@/lib/shop/catalog/catalog";
import type { Decision } from "./decision-rules";
import { reasons } from "./reasons";

/**
 * The buyer's message about a decision: what was decided, why, and what happens next. Times are shown beside it
 * (`lookAgainAt`). `isHeld`: its refund is above the limits of automatic ones. `replyTime`: as `replyTimeOf` has it.
 * Pure.
 */
export function decisionMessage(
  { outcome, reason, units, cents }: Decision,
  { unit, isHeld, replyTime }: { unit: UnitWords; isHeld: boolean; replyTime: string },
): string {
  const amount = amountLabel(units, unit);
  const why = reasons[reason].replace("{amount}", amount).replace("{have}", units === 1 ? "has" : "have");
  const them = units === 1 ? "it" : "them";
  const back = formatCents(cents);
  const keepIt = "at no cost to you. Please keep the account public and its name unchanged.";
  switch (outcome) {
    case "refill":
      return `${why} We have asked for ${them} to be delivered again, ${keepIt}`;
    case "replace":
      return `${why} This delivery can't be refilled, so we are sending ${them} again as a new delivery, ${keepIt}`;
    case "refund":
      return isHeld
        ? `${why} We can't deliver ${them} again, so our team is checking a refund of ${back}. We'll email you either way.`
        : `${why} We can't deliver ${them} again, so ${back} goes back to your card. ${bankShowsIt}`;
    case "cancel":
      return `${why} We have cancelled it. The price of ${amount} goes back to your card as soon as the whole order has ended. ${bankShowsIt}`;
    case "ask_supplier":
      return `${why} We have asked for it to be stopped. Once it has stopped, the price of what did not arrive goes back to your card.`;
    case "review":
      return `${why} Our team will look into it and write to the order's email address${replyTime}.`;
    default:
      return why;
  }
}

/** Tells the buyer that our team has decided against a refund promised for missing units. Pure. */
export function declinedMessage(units: number, cents: number, unit: UnitWords): string {
  return `Our team has checked the refund of ${formatCents(cents)} for ${amountLabel(units, unit)} and decided against it, so this amount does not go back to your card.`;
}
