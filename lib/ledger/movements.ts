import type { Movement, NewEntry } from "./record-movement";

const microsPerCent = 10_000n;

/** Moves cents from the credited account to the debited one, in the ledger's unit. */
function move(debit: NewEntry["account"], credit: NewEntry["account"], cents: number): NewEntry[] {
  const amountMicros = BigInt(cents) * microsPerCent;
  return [
    { account: debit, amountMicros },
    { account: credit, amountMicros: -amountMicros },
  ];
}

/** paid: the order's own payment. duplicate: one that has to be refunded. */
export type PaymentRole = "paid" | "duplicate";

type Posting = { orderId: string; role: PaymentRole; amountCents: number; currency: string };

/** Money received: a sale, or a debt to the buyer when it is a duplicate. */
export function paymentMovement(payment: Posting & { attemptId: string }): Movement {
  const credit = payment.role === "paid" ? "sales" : "payments_to_return";
  return {
    movement: `payment:${payment.attemptId}`,
    orderId: payment.orderId,
    currency: payment.currency,
    entries: move("stripe_balance", credit, payment.amountCents),
  };
}

type Fee = { attemptId: string; orderId: string; feeCents: number; currency: string };

/** Stripe's fee of a payment. */
export function feeMovement(fee: Fee): Movement {
  return {
    movement: `fee:${fee.attemptId}`,
    orderId: fee.orderId,
    currency: fee.currency,
    entries: move("stripe_fees", "stripe_balance", fee.feeCents),
  };
}

type RefundPosting = Posting & { refundId: string };

/** Money refunded to the card. */
export function refundMovement(refund: RefundPosting): Movement {
  const debit = refund.role === "paid" ? "refunds" : "payments_to_return";
  return {
    movement: `refund:${refund.refundId}`,
    orderId: refund.orderId,
    currency: refund.currency,
    entries: move(debit, "stripe_balance", refund.amountCents),
  };
}

/** Reverses a posted refund that the bank returned. */
export function returnedRefundMovement(refund: RefundPosting): Movement {
  const { entries, ...rest } = refundMovement(refund);
  return {
    ...rest,
    movement: `refund:${refund.refundId}:returned`,
    entries: entries.map(({ account, amountMicros }) => ({ account, amountMicros: -amountMicros })),
  };
}

/** `amountCents` is signed as Stripe does: negative when money was taken. */
type DisputePosting = Posting & { disputeId: string; transactionId: string; feeCents: number };

/** One balance transaction of a dispute, with its fee. */
export function disputeMovement(dispute: DisputePosting): Movement {
  const debit = dispute.role === "paid" ? "disputes" : "payments_to_return";
  return {
    movement: `dispute:${dispute.disputeId}:${dispute.transactionId}`,
    orderId: dispute.orderId,
    currency: dispute.currency,
    entries: [
      ...move(debit, "stripe_balance", -dispute.amountCents),
      ...move("stripe_fees", "stripe_balance", dispute.feeCents),
    ],
  };
}
