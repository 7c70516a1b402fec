import { newStripeId, nowSeconds, type StripeState } from "./state";

/** A charge's fee: 2.9 % and 30 cents, rounded to a cent. */
export function chargeFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

/** A dispute's fee, won or lost. */
export const disputeFee = 1500;

type Movement = {
  kind: "charge" | "refund" | "refund_failure" | "dispute" | "dispute_reversal";
  /** Signed: what came in is positive. */
  amount: number;
  fee?: number;
  currency: string;
  /** The charge, refund or dispute it belongs to. */
  source: string;
};

/** https://docs.stripe.com/api/balance_transactions, available at once; `net` is `amount` less `fee`. */
function newBalanceTransaction({ kind, amount, fee = 0, currency, source }: Movement) {
  return {
    id: newStripeId("txn"),
    object: "balance_transaction",
    amount,
    available_on: nowSeconds(),
    created: nowSeconds(),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: "Stripe fees", type: "stripe_fee" }],
    net: amount - fee,
    reporting_category: kind,
    source,
    status: "available",
    type: kind === "dispute" || kind === "dispute_reversal" ? "adjustment" : kind,
  };
}

export type BalanceTransaction = ReturnType<typeof newBalanceTransaction>;

/** Stores a movement of the account's balance, and returns it. */
export function moveBalance(state: StripeState, movement: Movement): BalanceTransaction {
  const made = newBalanceTransaction(movement);
  state.balanceTransactions[made.id] = made;
  return made;
}

/** The sum of all movements per currency, available at once. */
export function balanceOf(state: StripeState): object {
  const sums = new Map<string, number>([["usd", 0]]);
  for (const { currency, net } of Object.values(state.balanceTransactions)) {
    sums.set(currency, (sums.get(currency) ?? 0) + net);
  }
  const amounts = [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  const none = amounts.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } }));
  return { object: "balance", available: amounts, livemode: false, pending: none };
}
