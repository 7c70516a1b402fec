import { z } from "zod";
import { formatAmount } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import { capitalized, inWords } from "@/lib/base/text/words";
import { isOpenInquiry } from "@/lib/money/disputes/dispute-status";
import { describeEvent } from "@/lib/orders/views/describe-event";

/** An event of an order's timeline, as it is stored. */
export type StoredEvent = { type: string; from: string | null; to: string | null; data: unknown };

/** An event's message for an operator: the customer's if there is one, else the admin's own. Pure. */
export function eventText({ type, from, to, data }: StoredEvent): string {
  const facts = factsSchema.parse(data);
  if (type === "refund.failed") return failedMessage(facts);
  return describeEvent(type, to, data) ?? messages[type]?.(facts, { from, to }) ?? capitalized(spelled(type));
}

export const eventGroups = ["money", "delivery", "mails", "operator"] as const;
export type EventGroup = (typeof eventGroups)[number];

const groupsByType: Record<string, EventGroup> = {
  "order.paid": "money",
  "order.expired": "money",
  "order.refunded_in_progress": "money",
  "order.closed": "delivery",
  "order.flagged": "operator",
  "order.flag_cleared": "operator",
  "order.rebuilt": "operator",
  "delivery.blocked": "operator",
  "delivery.unblocked": "operator",
};

const groupsByPrefix: Record<string, EventGroup> = {
  payment: "money",
  refund: "money",
  dispute: "money",
  fraud: "money",
  withdrawal: "money",
  item: "delivery",
  delivery: "delivery",
  refill: "delivery",
  missing: "delivery",
  profile: "delivery",
  mail: "mails",
  email: "mails",
};

/** The part of the timeline that an event belongs to; null for one of no part. Pure. */
export function eventGroup(type: string): EventGroup | null {
  return groupsByType[type] ?? groupsByPrefix[type.split(".", 1)[0] ?? ""] ?? null;
}

const text = z.string().nullish().catch(null);
const factsSchema = z
  .object({
    amountCents: z.number().int().nullish().catch(null),
    currency: text,
    beforeCents: z.number().int().nullish().catch(null),
    items: z.number().int().nullish().catch(null),
    attempt: z.number().int().nullish().catch(null),
    lateAttempt: z.number().int().nullish().catch(null),
    reason: text,
    because: text,
    failure: text,
    outcome: text,
    status: text,
    fraudType: text,
    lateNumber: text,
    number: text,
    state: text,
  })
  .catch({});

type Facts = z.infer<typeof factsSchema>;
type Change = { from: string | null; to: string | null };

const dollars = (cents: number | null | undefined, currency?: string | null) =>
  cents == null ? "an amount" : formatAmount(cents, currency ?? "usd");
const because = (reason: string | null | undefined) => (reason ? `: ${spelled(reason)}` : "");

const messages: Record<string, (facts: Facts, change: Change) => string> = {
  "order.flagged": ({ reason }) => `Flagged for review${because(reason)}`,
  "order.flag_cleared": () => "An administrator cleared the flag",
  "order.refunded_in_progress": ({ items }) =>
    items === 1
      ? "Refunded in full while one item was at a supplier"
      : `Refunded in full while ${items ?? "some"} items were at suppliers`,
  "order.rebuilt": () => "Order rebuilt from Stripe's records",
  "payment.rebuilt": () => "Payment page rebuilt from Stripe's records",
  "profile.unchecked": () => "The account could not be looked up: the order was taken as it was typed",
  "withdrawal.stated": () =>
    "A withdrawal was stated by number and email address: what is unsent waits until the order's own link confirms it",
  "delivery.blocked": ({ reason }) => `The delivery was blocked${because(reason)}`,
  "delivery.unblocked": () => "The delivery was unblocked",
  "item.changed": (_, { to }) => itemMessages[to ?? ""] ?? "An item changed",
  "item.not_started": () => "A supplier did not start an item in time",
  "item.not_finished": () => "A supplier did not finish an item in time",
  "item.cancel_requested": ({ outcome }) => `A supplier was asked to cancel an item${because(outcome)}`,
  "item.number_repeated": ({ number }) =>
    `The supplier gave this item's number ${number} to another item too, so it is not asked about it`,
  "item.account_changed": ({ number }) =>
    `The supplier's account was changed. ${number ? `The item is number ${number} at the earlier one` : "The item's call was made to the earlier one"}`,
  "item.late_answer": ({ lateAttempt, lateNumber, state, number, attempt }) =>
    `The answer to call ${lateAttempt} came late: the supplier took the item as number ${lateNumber}. By then ` +
    `the item was ${spelled(state ?? "changed")} and had ${number ? `number ${number}` : "no number"}${attempt == null ? "" : `, after ${plural(attempt, "call")}`}.`,
  "refill.unknown": ({ reason }) => `The answer to a refill request was lost${because(reason)}`,
  "refill.late_answer": ({ lateNumber, number }) =>
    `The answer to a refill request came late: the supplier took it as number ${lateNumber}. By then it had ` +
    `${number ? `number ${number}` : "no number"}.`,
  "refund.held": ({ amountCents }) => `A refund of ${dollars(amountCents)} is waiting for a decision`,
  "refund.dropped": ({ amountCents, because: by }) =>
    `A refund of ${dollars(amountCents)} was dropped${replacements[by ?? ""] ?? ""}`,
  "refund.reduced": ({ amountCents, beforeCents }) =>
    `A refund of ${dollars(beforeCents)} was reduced to ${dollars(amountCents)}`,
  "refund.adopted": ({ amountCents }) =>
    `A refund of ${dollars(amountCents)} that was made at Stripe was recorded`,
  "refund.corrected": ({ amountCents, beforeCents }) =>
    `Stripe refunded ${dollars(amountCents)}; the shop had recorded ${dollars(beforeCents)}`,
  "fraud.warned": ({ fraudType }) => `The card's bank warned of fraud${because(fraudType)}`,
  "dispute.opened": ({ amountCents, currency, reason, status }) => {
    const amount = dollars(amountCents, currency);
    return `${isOpenInquiry(status ?? "") ? `The bank asks about ${amount}` : `${amount} disputed`}${because(reason)}`;
  },
  "dispute.updated": ({ amountCents, currency, status }) => {
    if (status === "needs_response") return `${dollars(amountCents, currency)} disputed${because(status)}`;
    if (!isOpenInquiry(status ?? "")) return `The dispute changed${because(status)}`;
    return `The bank's inquiry changed${because(status?.replace("warning_", ""))}`;
  },
  "dispute.closed": ({ status }) =>
    status === "warning_closed"
      ? "The bank closed its inquiry without a dispute"
      : `The dispute was decided${because(status)}`,
};

/** With the reason, which the customer's message leaves out. */
function failedMessage({ amountCents, failure }: Facts): string {
  return `A refund of ${dollars(amountCents)} did not reach the card${because(failure)}`;
}

/** The replacement of a refund that was dropped. */
const replacements: Record<string, string> = {
  made_at_stripe: ", because one that was made at Stripe replaced it",
  full_refund: ", because a full refund replaced it",
  lost_dispute: ", because the bank has given that money back",
};

/** The states of an item for which the customer's timeline has no message. */
const itemMessages: Record<string, string> = {
  waiting: "An item is waiting for an earlier order for the same account or post",
  ready: "An item is ready to be sent",
  submitting: "An item is being sent to a supplier",
  completed: "An item was delivered in full",
  partial: "An item was delivered in part",
  canceled: "An item was cancelled",
};

/** A code or an event's type as text. */
function spelled(code: string): string {
  return inWords(code.replaceAll(".", " "));
}
