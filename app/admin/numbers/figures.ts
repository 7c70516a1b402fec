import { formatAmount } from "@/lib/base/money";
import { growth } from "@/lib/operator/reporting/shop-totals";

export const countText = (count: number) => count.toLocaleString("en-US");

/** A share in percent with one decimal; a dash when the whole is zero. */
export function percentText(part: number, whole: number): string {
  return whole <= 0 ? "—" : `${((part * 100) / whole).toFixed(1)}%`;
}

/** A change in percent with its sign and one decimal. */
export function signedPercent(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent).toFixed(1)}%`;
}

/** The change against the period before, signed; a dash when there was nothing before. */
export function changeText(current: number, before: number): string {
  const percent = growth(current, before);
  return percent === null ? "—" : signedPercent(percent);
}

/** Millionths of a currency unit as an amount, rounded to a cent. */
export function amountText(micros: bigint, currency: string): string {
  const half = micros < 0n ? -5_000n : 5_000n;
  return formatAmount(Number((micros + half) / 10_000n), currency);
}
