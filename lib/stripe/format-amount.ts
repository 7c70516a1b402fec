import { formatCents } from "@/lib/money";

/** An amount with its currency, for people who compare ledger: `$2.29`, or `2.29 EUR`. */
export function formatAmount(cents: number, currency: string): string {
  const amount = formatCents(cents);
  return currency === "usd" ? amount : `${amount.replace("$", "")} ${currency.toUpperCase()}`;
}
