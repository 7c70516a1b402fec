import { z } from "zod";
import { formatCents } from "@/lib/money";

const amountSchema = z.object({ amountCents: z.number().int() });

/** The customer's message for an event of the timeline; null for an event that only the admin shows. */
export function describeEvent(type: string, to: string | null, data: unknown): string | null {
  const amount = amountSchema.safeParse(data);
  const dollars = amount.success ? formatCents(amount.data.amountCents) : "The amount";
  switch (type) {
    case "order.created":
      return "Order placed";
    case "order.paid":
      return "Payment received";
    case "order.expired":
      return "Payment page expired, nothing was charged";
    case "payment.attempted":
      return "New payment page opened";
    case "payment.duplicate":
      return duplicateMessage(data, dollars);
    case "refund.requested":
      return `Refund of ${dollars} started`;
    case "refund.sent":
      return `${dollars} sent back to the card`;
    case "order.closed":
      return closedMessage(to);
    case "item.changed":
      return itemMessage(to);
    case "item.dropped":
      return droppedMessage(data);
    case "withdrawal.accepted":
      return "Withdrawal from the contract received";
    case "withdrawal.late":
      return "Withdrawal received after the 14 days had ended";
    case "missing.refunded":
      return `${unitsText(data)} missing: the price goes back to the card`;
    case "missing.replaced":
      return `${unitsText(data)} missing: being delivered again`;
    case "refill.requested":
      return "Refill requested";
    case "refill.sent":
      return "Refill started";
    case "refill.completed":
      return "Refill delivered";
    case "refill.rejected":
      return rejectedRefillMessage(data);
    default:
      return null;
  }
}

const reasonSchema = z.object({ reason: z.string() });

function duplicateMessage(data: unknown, dollars: string): string {
  const reason = reasonSchema.safeParse(data).data?.reason;
  if (reason === "excluded_country")
    return `We do not sell to the country of this card, so the payment of ${dollars} goes back to the card`;
  if (reason === "blocked")
    return `We can't take this order, so the payment of ${dollars} goes back to the card`;
  if (reason === "withdrawn")
    return `A payment of ${dollars} came after the withdrawal and goes back to the card`;
  return `A payment of ${dollars} was not needed and goes back to the card`;
}

function rejectedRefillMessage(data: unknown): string {
  if (reasonSchema.safeParse(data).data?.reason === "refunded")
    return "The refill was stopped, because the whole payment goes back to the card";
  return "A refill was not possible, so we are looking for another way to make up for what is missing";
}

const unitsSchema = z.object({ units: z.number().int() });

function unitsText(data: unknown): string {
  return (unitsSchema.safeParse(data).data?.units ?? 0).toLocaleString("en-US");
}

const droppedSchema = z.object({ missing: z.number().int(), moment: z.string() });

function droppedMessage(data: unknown): string | null {
  const drop = droppedSchema.safeParse(data).data;
  if (!drop) return null;
  const units = drop.missing.toLocaleString("en-US");
  return drop.moment === "after"
    ? `By our own count, ${units} ${drop.missing === 1 ? "is" : "are"} missing`
    : `${units} ${drop.missing === 1 ? "has" : "have"} dropped since the delivery`;
}

function closedMessage(to: string | null): string | null {
  if (to === "completed") return "Everything was delivered";
  if (to === "partial") return "Delivery ended early; the price of the rest goes back to the card";
  return to === "failed" ? "Delivery was not possible; the payment goes back to the card" : null;
}

function itemMessage(to: string | null): string | null {
  if (to === "submitted") return "Handed over for delivery";
  if (to === "in_progress") return "Delivery started";
  if (to === "paused") return "Paused: the account could not be reached";
  if (to === "unknown" || to === "rejected") return "Delivery is being checked";
  return null;
}
