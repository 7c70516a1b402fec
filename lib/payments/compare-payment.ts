import { shortOrderId } from "@/lib/ids";
import { formatCents } from "@/lib/money";
import { formatAmount } from "./format-amount";

/** One payment as Stripe has it, or as the shop has booked it. `orderId` is null where none is named. */
export type PaymentRecord = {
  paymentIntentId: string;
  orderId: string | null;
  amountCents: number;
  refundedCents: number;
  currency: string;
  disputes: { id: string; status: string }[];
};

/** A difference between two records: `key` names it, so that it is listed once however often it is found. */
export type Difference = { key: string; kind: string; orderId: string | null; sentence: string };

/**
 * What Stripe and the shop say differently about one payment, a sentence with both figures for each. Pure. A payment
 * that neither knows is no difference.
 */
export function comparePayment(stripe: PaymentRecord | null, booked: PaymentRecord | null): Difference[] {
  const paymentIntentId = stripe?.paymentIntentId ?? booked?.paymentIntentId ?? "";
  const orderId = booked?.orderId ?? stripe?.orderId ?? null;
  const order = orderId ? `order ${shortOrderId(orderId)}` : "an order";
  const difference = (kind: string, sentence: string): Difference => ({
    key: `${kind}:${paymentIntentId}`,
    kind,
    orderId,
    sentence,
  });
  if (!stripe) {
    if (!booked) return [];
    const sentence = `The books say that ${order} was paid with ${money(booked)}; Stripe has no charge of ${paymentIntentId}.`;
    return [difference("payment", sentence)];
  }
  if (!booked) {
    const sentence = `Stripe took ${money(stripe)} for ${order} (${paymentIntentId}); the books have nothing of it.`;
    return [difference("payment", sentence)];
  }
  const found: Difference[] = [];
  if (stripe.amountCents !== booked.amountCents || stripe.currency !== booked.currency) {
    const sentence = `Stripe took ${money(stripe)} for ${order} (${paymentIntentId}); the books say ${money(booked)}.`;
    found.push(difference("payment", sentence));
  }
  if (stripe.refundedCents !== booked.refundedCents) {
    const sentence = `Stripe has refunded ${formatCents(stripe.refundedCents)} of ${order} (${paymentIntentId}); the books say ${formatCents(booked.refundedCents)}.`;
    found.push(difference("refunds", sentence));
  }
  if (disputesOf(stripe) !== disputesOf(booked)) {
    const sentence = `Stripe's disputes of ${order} (${paymentIntentId}) are: ${disputesOf(stripe)}; the books say: ${disputesOf(booked)}.`;
    found.push(difference("disputes", sentence));
  }
  return found;
}

function money({ amountCents, currency }: PaymentRecord): string {
  return formatAmount(amountCents, currency);
}

function disputesOf({ disputes }: PaymentRecord): string {
  const named = disputes.map(({ id, status }) => `${id} ${status.replaceAll("_", " ")}`);
  return named.length === 0 ? "none" : named.toSorted().join(", ");
}
