import { centsFromDollars } from "@/lib/money";

/** Cents as the text of a field: `13.49`. */
export function textOfCents(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** The typed amount in cents; null when it is not an amount. */
export function centsOfText(text: string): number | null {
  return /^\d{1,6}(\.\d{1,2})?$/.test(text.trim()) ? centsFromDollars(Number(text)) : null;
}
