import type { Movement, NewEntry } from "./record-movement";

// A cent is ten thousand millionths of a dollar.
const microsPerCent = 10_000n;

/** Cents in the ledger's unit. */
export function microsOfCents(cents: number): bigint {
  return BigInt(cents) * microsPerCent;
}

/** From the credited account to the debited one. */
function move(
  debit: NewEntry["account"],
  credit: NewEntry["account"],
  amountMicros: bigint,
): Movement["entries"] {
  return [
    { account: debit, amountMicros },
    { account: credit, amountMicros: -amountMicros },
  ];
}

/** What a payment is to the ledger: the order's own, or one that has to go back. */
export type PaymentRole = "paid" | "duplicate";

type Payment = {
  attemptId: string;
  orderId: string;
  role: PaymentRole;
  amountCents: number;
  currency: string;
};

/** Money that came in: a sale, or a debt to the buyer when it was not the order's payment. */
export function paymentMovement(payment: Payment): Movement {
  const credit = payment.role === "paid" ? "sales" : "payments_to_return";
  return {
    movement: `payment:${payment.attemptId}`,
    orderId: payment.orderId,
    currency: payment.currency,
    entries: move("stripe_balance", credit, microsOfCents(payment.amountCents)),
  };
}

type Fee = { attemptId: string; orderId: string; feeCents: number; currency: string };

/** What Stripe kept of a payment. */
export function feeMovement(fee: Fee): Movement {
  return {
    movement: `fee:${fee.attemptId}`,
    orderId: fee.orderId,
    currency: fee.currency,
    entries: move("stripe_fees", "stripe_balance", microsOfCents(fee.feeCents)),
  };
}

type RefundPosting = {
  refundId: string;
  orderId: string;
  role: PaymentRole;
  amountCents: number;
  currency: string;
};

/** Money that went back to the card. */
export function refundMovement(refund: RefundPosting): Movement {
  const debit = refund.role === "paid" ? "refunds" : "payments_to_return";
  return {
    movement: `refund:${refund.refundId}`,
    orderId: refund.orderId,
    currency: refund.currency,
    entries: move(debit, "stripe_balance", microsOfCents(refund.amountCents)),
  };
}

/** A refund that its bank sent back after it had been posted. */
export function returnedRefundMovement(refund: RefundPosting): Movement {
  const { entries, ...rest } = refundMovement(refund);
  return {
    ...rest,
    movement: `refund:${refund.refundId}:returned`,
    entries: entries.map(({ account, amountMicros }) => ({ account, amountMicros: -amountMicros })),
  };
}

type DisputePosting = {
  disputeId: string;
  /** Stripe's own movement of its balance: money taken, or given back. */
  transactionId: string;
  orderId: string;
  role: PaymentRole;
  /** As Stripe signs it: what was taken is negative. */
  amountCents: number;
  feeCents: number;
  currency: string;
};

/** One movement of Stripe's balance by a dispute, with its fee. */
export function disputeMovement(dispute: DisputePosting): Movement {
  const debit = dispute.role === "paid" ? "disputes" : "payments_to_return";
  return {
    movement: `dispute:${dispute.disputeId}:${dispute.transactionId}`,
    orderId: dispute.orderId,
    currency: dispute.currency,
    entries: [
      ...move(debit, "stripe_balance", microsOfCents(-dispute.amountCents)),
      ...move("stripe_fees", "stripe_balance", microsOfCents(dispute.feeCents)),
    ],
  };
}
