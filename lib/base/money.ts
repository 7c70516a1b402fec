import { plainCharacters } from "./text/typed-text";

/** Integer cents as the shop writes them: `$13.49`, `$1,200.00`. */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? "-" : "";
  const dollars = Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US");
  return `${sign}$${dollars}.${String(Math.abs(cents) % 100).padStart(2, "0")}`;
}

/** Dollars as they are typed (`13.49`) to cents; null for anything but an exact, non-negative amount of cents. */
export function centsOfText(text: string): number | null {
  const match = /^(\d{1,9})(?:[.\u066B](\d{1,2}))?$/.exec(plainCharacters(text));
  return match && Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
}

/** Non-negative cents as the text of a field or a file: `13.49`. */
export function textOfCents(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** `centsOfText` for a number of JSON. Goes through the decimal text, so no float is ever multiplied. */
export function centsFromDollars(dollars: unknown): number | null {
  return typeof dollars === "number" ? centsOfText(String(dollars)) : null;
}

/** Cents to the JSON number of the spec's bodies: 1349 to 13.49. */
export function dollarsFromCents(cents: number): number {
  return Number(textOfCents(cents));
}

/**
 * The share `part / whole` of an amount, rounded half up to a cent, in integers throughout. 0 when `whole` is 0.
 */
export function shareOfCents(cents: number, part: number, whole: number): number {
  if (whole <= 0) return 0;
  const product = BigInt(cents) * BigInt(part) * 2n + BigInt(whole);
  return Number(product / (BigInt(whole) * 2n));
}

/** An amount in any currency, for an operator: `$2.29`, or `2.29 EUR`. */
export function formatAmount(cents: number, currency: string): string {
  return inCurrency(formatCents(cents), currency);
}

/**
 * Millionths of a unit of any currency, for an operator, to a hundredth of a cent as in suppliers' rates: `$0.1234`.
 */
export function formatMicros(micros: string, currency: string): string {
  const amount = Number(micros) / 1_000_000;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 4 };
  const text = `$${Math.abs(amount).toLocaleString("en-US", digits)}`;
  return inCurrency(amount < 0 ? `-${text}` : text, currency);
}

// Not Intl's currencies: a supplier may charge in one of four or five letters, such as USDT, which Intl refuses.
function inCurrency(dollars: string, currency: string): string {
  return currency === "usd" ? dollars : `${dollars.replace("$", "")} ${currency.toUpperCase()}`;
}

/** How long a bank takes to show a refund: one promise in every text for customers. */
export const refundTime = "within 7 to 10 business days";
export const bankShowsIt = `Your bank shows it ${refundTime}.`;
