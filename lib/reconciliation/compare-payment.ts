import { formatAmount, formatCents } from "@/lib/money";
import { shortOrderId } from "@/lib/order-id";
import { inWords } from "@/lib/words";

/** One payment as Stripe has it, or as the shop recorded it. `orderId` is null when none is named. */
export type PaymentRecord = {
  paymentIntentId: string;
  orderId: string | null;
  amountCents: number;
  refundedCents: number;
  currency: string;
  disputes: { id: string; status: string }[];
};

/** A difference between two records; `key` identifies it across runs, so that it is listed once. */
export type Difference = { key: string; kind: string; orderId: string | null; message: string };

/**
 * The differences between Stripe's record of a payment and the shop's, each as a message with both figures. A payment
 * that neither has is not a difference, nor one that the ledger lacks and that has gone back in full. Pure.
 */
export function comparePayment(stripe: PaymentRecord | null, posted: PaymentRecord | null): Difference[] {
  const paymentIntentId = stripe?.paymentIntentId ?? posted?.paymentIntentId ?? "";
  const orderId = posted?.orderId ?? stripe?.orderId ?? null;
  const order = orderId ? `order #${shortOrderId(orderId)}` : "an order";
  const difference = (kind: string, message: string): Difference => ({
    key: `${kind}:${paymentIntentId}`,
    kind,
    orderId,
    message,
  });
  if (!stripe) {
    if (!posted) return [];
    const message = `The ledger says that ${order} was paid with ${money(posted)}; Stripe has no charge of ${paymentIntentId}.`;
    return [difference("payment", message)];
  }
  if (!posted) {
    if (stripe.refundedCents >= stripe.amountCents) return [];
    const message = `Stripe took ${money(stripe)} for ${order} (${paymentIntentId}); the ledger has no such payment.`;
    return [difference("payment", message)];
  }
  const found: Difference[] = [];
  if (stripe.amountCents !== posted.amountCents || stripe.currency !== posted.currency) {
    const message = `Stripe took ${money(stripe)} for ${order} (${paymentIntentId}); the ledger says ${money(posted)}.`;
    found.push(difference("payment", message));
  }
  if (stripe.refundedCents !== posted.refundedCents) {
    const message = `Stripe has refunded ${formatCents(stripe.refundedCents)} of ${order} (${paymentIntentId}); the ledger says ${formatCents(posted.refundedCents)}.`;
    found.push(difference("refunds", message));
  }
  if (disputesOf(stripe) !== disputesOf(posted)) {
    const message = `Stripe's disputes of ${order} (${paymentIntentId}) are: ${disputesOf(stripe)}; the ledger says: ${disputesOf(posted)}.`;
    found.push(difference("disputes", message));
  }
  return found;
}

function money({ amountCents, currency }: PaymentRecord): string {
  return formatAmount(amountCents, currency);
}

function disputesOf({ disputes }: PaymentRecord): string {
  const named = disputes.map(({ id, status }) => `${id} ${inWords(status)}`);
  return named.length === 0 ? "none" : named.toSorted().join(", ");
}
