import { z } from "zod";
import { formatCents } from "@/lib/base/money";

/** The customer's message for an event of the timeline; null for an event that only the admin shows. */
export function describeEvent(type: string, to: string | null, data: unknown): string | null {
  return messages[type]?.(factsSchema.parse(data), to) ?? null;
}

const factsSchema = z
  .object({
    amountCents: z.number().int().optional().catch(undefined),
    reason: z.string().optional().catch(undefined),
    units: z.number().int().catch(0),
    missing: z.number().int().optional().catch(undefined),
    moment: z.string().optional().catch(undefined),
    because: z.string().optional().catch(undefined),
    failure: z.string().optional().catch(undefined),
  })
  .catch({ units: 0 });

type Facts = z.infer<typeof factsSchema>;

const dollars = ({ amountCents }: Facts) =>
  amountCents === undefined ? "The amount" : formatCents(amountCents);
const inText = (units: number) => units.toLocaleString("en-US");

const messages: Record<string, (facts: Facts, to: string | null) => string | null | undefined> = {
  "order.created": () => "Order placed",
  "order.paid": () => "Payment received",
  // Does not say that nothing was charged, because an earlier payment may be on its way back.
  "order.expired": () => "Payment page closed",
  "payment.attempted": () => "New payment page opened",
  "payment.duplicate": duplicateMessage,
  "refund.requested": (facts) => `Refund of ${dollars(facts)} started`,
  "refund.dropped": (facts) =>
    facts.because === "declined"
      ? `Our team checked the refund of ${dollars(facts)} and decided against it`
      : null,
  "refund.sent": (facts) => `${dollars(facts)} sent back to the card`,
  "refund.failed": (facts) =>
    facts.failure === "charge_disputed"
      ? `The refund of ${dollars(facts)} was not possible while the bank looks into the payment`
      : `${dollars(facts)} did not reach the card`,
  "refund.paid_another_way": (facts) => `Our team paid ${dollars(facts)} to you in another way`,
  "order.closed": (_, to) => closedMessages[to ?? ""],
  "item.changed": (_, to) => itemMessages[to ?? ""],
  "item.dropped": droppedMessage,
  "mail.bounced": () => "Our email came back: please keep the link of this page",
  "email.change_requested": () => "A new email address was entered; its owner has to confirm it",
  "email.changed": () => "Email address changed",
  "profile.unchecked": () => "We could not look the account up, so we took its name as you typed it",
  "withdrawal.stated": () => "Withdrawal received by order number; it has to be confirmed on this page",
  "withdrawal.accepted": () => "Withdrawal from the contract received",
  "withdrawal.late": () => "Withdrawal received after the 14 days had ended",
  "missing.refunded": ({ units }) => `${inText(units)} missing: they can't be delivered again`,
  "missing.replaced": ({ units }) => `${inText(units)} missing: a new delivery was ordered`,
  "refill.requested": () => "Refill requested",
  "refill.sent": () => "Refill started",
  "refill.completed": () => "Refill delivered",
  "refill.rejected": ({ reason }) =>
    reason === "refunded"
      ? "The refill was stopped, because the whole payment goes back to the card"
      : "A refill was not possible",
};

function duplicateMessage(facts: Facts): string {
  const amount = dollars(facts);
  switch (facts.reason) {
    case "excluded_country":
      return `We do not sell to the country of this payment, so its ${amount} goes back to the card`;
    case "blocked":
      return `We can't take this order, so the payment of ${amount} goes back to the card`;
    case "withdrawn":
      return `A payment of ${amount} came after the withdrawal and goes back to the card`;
    default:
      return `A payment of ${amount} was not needed and goes back to the card`;
  }
}

function droppedMessage({ missing, moment }: Facts): string | null {
  if (missing === undefined || moment === undefined) return null;
  return moment === "after"
    ? `By our own count, ${inText(missing)} ${missing === 1 ? "is" : "are"} missing`
    : `${inText(missing)} ${missing === 1 ? "has" : "have"} dropped since the delivery`;
}

const closedMessages: Record<string, string> = {
  completed: "Everything was delivered",
  partial: "Delivery ended early",
  failed: "Nothing was delivered",
};

const itemMessages: Record<string, string> = {
  submitted: "Handed over for delivery",
  in_progress: "Delivery started",
  paused: "Paused: the account could not be reached",
  unknown: "Delivery is being checked",
  rejected: "Delivery is being checked",
};
