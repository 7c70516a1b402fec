import type { FulfillmentItem, Refund, RequestDecision } from "@/lib/base/db/generated/client";
import type { RefillState } from "@/lib/base/db/generated/enums";
import { isItemFinal, openRefills } from "@/lib/base/db/item-status";
import { formatCents } from "@/lib/base/money";
import { deliveredUnits } from "@/lib/orders/forecast/delivered-units";
import type { OrderMoney } from "@/lib/orders/order/order-money";
import { refundsOfDecision } from "@/lib/orders/order/refund-status";
import { amountLabel, type UnitWords } from "@/lib/shop/catalog/catalog";

export type DecisionRow = Pick<
  RequestDecision,
  "id" | "outcome" | "reason" | "units" | "cents" | "message" | "lookAgainAt" | "createdAt"
>;

type CountedItem = Pick<FulfillmentItem, "state" | "quantity" | "remains" | "finishedAt">;

/** The facts about the things that a decision promised. */
export type DecisionFacts = {
  unit: UnitWords;
  item: CountedItem & {
    refills: { state: RefillState }[];
    replacement: CountedItem | null;
  };
  refunds: Pick<Refund, "id" | "intent" | "status" | "paidAnotherWayAt">[];
  money: OrderMoney;
  refundedCents: number;
  /** The order has ended: all its items have. */
  isEnded: boolean;
  /** Nothing more is sent for the order, for good: it was refunded, withdrawn from or disputed. */
  isCalledOff: boolean;
  /** Our team has not answered a request about the order yet. */
  isAsked: boolean;
  /** No later decision is about the item. */
  isLatest: boolean;
};

type Said = { message: string; lookAgainAt: Date | null };

/**
 * Returns the message that a decision has now. Its own text stands while what it promises can still happen; afterwards its message says what
 * came of it. Pure.
 */
export function decisionNow(decision: DecisionRow, facts: DecisionFacts): Said {
  const outcome = outcomeOf(decision, facts);
  if (outcome === null) return { message: decision.message, lookAgainAt: decision.lookAgainAt };
  return { message: outcome, lookAgainAt: null };
}

/** Null while the decision's own text stands. */
function outcomeOf(decision: DecisionRow, facts: DecisionFacts): string | null {
  switch (decision.outcome) {
    case "refund":
      return refundText(decision, facts);
    case "refill":
      return refillText(decision, facts);
    case "replace":
      return replacementText(facts);
    case "cancel":
      return cancellationText(facts);
    case "nothing_missing":
      return decision.reason === "not_over" ? deliveryText(decision, facts) : null;
    case "too_late":
    case "declined":
      return null;
    case "review":
      return wholeText(facts) ?? (facts.isAsked ? null : "Our team has looked into this.");
    case "already_done":
      if (decision.reason === "refill_running") return refillText(decision, facts);
      if (decision.reason === "replacement_running") return replacementText(facts);
      return deliveryText(decision, facts);
    default:
      return deliveryText(decision, facts);
  }
}

/** About a part that was being delivered, or whose price was to go back. */
function deliveryText({ createdAt, reason }: DecisionRow, facts: DecisionFacts): string | null {
  const { item, isCalledOff } = facts;
  const whole = wholeText(facts);
  if (whole) return whole;
  const isOver = isItemFinal(item.state);
  if (!isOver) return isCalledOff ? "Nothing more is sent for this order." : null;
  const wasAboutMoney = reason.startsWith("refund_") || reason === "disputed";
  const hasEndedSince = item.finishedAt !== null && createdAt <= item.finishedAt;
  if (!hasEndedSince && !wasAboutMoney) return null;
  const missed = item.quantity - deliveredUnits(item);
  if (missed === 0) return "This part was delivered.";
  return `${endText(item, facts.unit)} ${restText(facts)}`.trim();
}

function cancellationText(facts: DecisionFacts): string | null {
  const whole = wholeText(facts);
  if (whole || !facts.isEnded) return whole;
  return `We have cancelled this part. ${restText(facts)}`.trim();
}

function endText(item: CountedItem, unit: UnitWords): string {
  const delivered = deliveredUnits(item);
  if (delivered === 0) return "Nothing of this part was delivered.";
  const verb = delivered === 1 ? "was" : "were";
  return `This part has ended: ${delivered.toLocaleString("en-US")} of ${amountLabel(item.quantity, unit)} ${verb} delivered.`;
}

/** About the price of a part that was not delivered; amounts stand with the order's status. */
function restText({ item, money, refundedCents, isEnded }: DecisionFacts): string {
  const price = deliveredUnits(item) === 0 ? "Its price" : "The price of the rest";
  if (money.bank !== null) return "";
  if (!isEnded) return `${price} goes back to your card once the whole order has ended.`;
  if (money.owedCents > 0 || money.onItsWayCents > 0) return `${price} is on its way back to your card.`;
  if (money.heldCents > 0) return "Our team is checking its refund.";
  if (money.bouncedCents > 0 || money.declinedCents > 0 || money.otherWayCents > 0) return "";
  return refundedCents > 0 ? `${price} has gone back to your card.` : "";
}

/** Once all of the payment goes back there is nothing left to decide. */
function wholeText({ money }: DecisionFacts): string | null {
  if (!money.isWhole) return null;
  if (money.bank !== null) return "Your bank has given you the payment back.";
  return money.onItsWayCents > 0
    ? "The whole payment is on its way back to your card."
    : "The whole payment has gone back to you.";
}

function refundText({ id, cents, units }: DecisionRow, { refunds, unit }: DecisionFacts): string | null {
  const last = refundsOfDecision(id, refunds).at(-1);
  const amount = `${formatCents(cents)} for ${missing(units, unit)}`;
  switch (last?.status) {
    case "succeeded":
      return `${amount} has gone back to your card.`;
    case "failed":
      return last.paidAnotherWayAt === null
        ? `The refund of ${amount} did not reach your card. Our team will send it again or agree on another way with you.`
        : `Our team has paid you ${amount} in another way.`;
    case "dropped":
      return `The refund of ${amount} was replaced by another decision.`;
    default:
      return null;
  }
}

function refillText({ units }: DecisionRow, { item, unit, money, isLatest }: DecisionFacts): string | null {
  const newest = item.refills[0];
  if (!newest || openRefills.includes(newest.state)) return null;
  const what = missing(units, unit);
  if (newest.state === "completed") return `A refill has delivered ${what} again.`;
  if (money.isWhole) return "The refill was stopped, because the whole payment goes back to you.";
  const whatNext = isLatest ? " We are looking for another way to make up for it." : "";
  return `A refill could not deliver ${what} again.${whatNext}`;
}

function replacementText({ item: { replacement }, unit }: DecisionFacts): string | null {
  if (!replacement || !isItemFinal(replacement.state)) return null;
  const { quantity } = replacement;
  const delivered = deliveredUnits(replacement);
  if (delivered === quantity) return `A new delivery has brought ${missing(quantity, unit)}.`;
  return `A new delivery has brought ${delivered.toLocaleString("en-US")} of ${missing(quantity, unit)}.`;
}

/** `the 300 missing followers`; without a number where it is not known. */
function missing(units: number, unit: UnitWords): string {
  return units === 0 ? "what was missing" : `the ${amountLabel(units, unit).replace(" ", " missing ")}`;
}
