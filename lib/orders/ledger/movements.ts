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
  const { attemptId, orderId, role, amountCents, currency } = payment;
  const credit = role === "paid" ? "sales" : "payments_to_return";
  const entries = move("stripe_balance", credit, amountCents);
  return { movement: `payment:${attemptId}`, orderId, currency, entries };
}

type Fee = { attemptId: string; orderId: string; feeCents: number; currency: string };

export function feeMovement({ attemptId, orderId, feeCents, currency }: Fee): Movement {
  const entries = move("stripe_fees", "stripe_balance", feeCents);
  return { movement: `fee:${attemptId}`, orderId, currency, entries };
}

type StripeFee = { transactionId: string; feeCents: number; currency: string };

/** A fee of Stripe for the account, which belongs to no payment. */
export function stripeFeeMovement({ transactionId, feeCents, currency }: StripeFee): Movement {
  const entries = move("stripe_fees", "stripe_balance", feeCents);
  return { movement: `stripe_fee:${transactionId}`, currency, entries };
}

type RefundPosting = Posting & { refundId: string };

export function refundMovement({ refundId, orderId, role, amountCents, currency }: RefundPosting): Movement {
  const debit = role === "paid" ? "refunds" : "payments_to_return";
  const entries = move(debit, "stripe_balance", amountCents);
  return { movement: `refund:${refundId}`, orderId, currency, entries };
}

/** Reverses a posted refund that the bank returned. */
export function returnedRefundMovement(refund: RefundPosting): Movement {
  const { movement, ...returned } = refundMovement({ ...refund, amountCents: -refund.amountCents });
  return { ...returned, movement: `${movement}:returned` };
}

/** `amountCents` is signed as Stripe does: negative when money was taken. */
type DisputePosting = Posting & { disputeId: string; transactionId: string; feeCents: number };

/** One balance transaction of a dispute, with its fee. */
export function disputeMovement(dispute: DisputePosting): Movement {
  const { disputeId, transactionId, orderId, role, amountCents, feeCents, currency } = dispute;
  const debit = role === "paid" ? "disputes" : "payments_to_return";
  const taken = move(debit, "stripe_balance", -amountCents);
  const fee = move("stripe_fees", "stripe_balance", feeCents);
  return {
    movement: `dispute:${disputeId}:${transactionId}`,
    orderId,
    currency,
    entries: [...taken, ...fee],
  };
}
