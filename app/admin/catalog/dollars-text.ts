import { centsFromDollars } from "@/lib/money";

/** Cents as they are typed into a field: `13.49`. */
export function textOfCents(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

/** What is typed, as cents; null while it is no amount. */
export function centsOfText(text: string): number | null {
  return /^\d{1,6}(\.\d{1,2})?$/.test(text.trim()) ? centsFromDollars(Number(text)) : null;
}
