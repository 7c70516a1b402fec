import { type BalanceTransaction, type Movement, newBalanceTransaction } from "./objects";
import type { StripeState } from "./state";

/** A charge's fee: 2.9 % and 30 cents, rounded to a cent. */
export function chargeFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

/** A dispute's fee, won or lost. */
export const disputeFee = 1500;

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
