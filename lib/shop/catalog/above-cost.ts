import type { PriceStep } from "./catalog";
import { microsOf } from "./custom-amount";

/** What a supplier asks for 1,000 units, in dollars as decimal text, and the percentage of a price that it has to leave. */
export type Cost = { ratePer1000: string; leastMarginPercent: number };

/**
 * The largest amount from `min` to `max` up to which none leaves less than the least margin; `min - 1` when the smallest
 * already does. Exact. Pure.
 */
export function mostAboveCost(
  steps: readonly PriceStep[],
  { ratePer1000, leastMarginPercent }: Cost,
  { min, max }: { min: number; max: number },
): number {
  const [whole = "0", fraction = ""] = ratePer1000.split(".");
  // Both in millionths of a millionth of a dollar for one unit: a rate has seven decimals, and a percentage two.
  const cost = BigInt(whole + fraction.padEnd(7, "0").slice(0, 7)) * 100n;
  const mayCost = 10_000n * BigInt(100 - leastMarginPercent);
  const marginOf = (quantity: number) =>
    BigInt(microsOf(steps, quantity)) * mayCost - cost * BigInt(quantity);
  if (marginOf(min) < 0n) return min - 1;
  for (const [place, { from, microsPerUnit }] of steps.entries()) {
    const last = Math.min(max, (steps[place + 1]?.from ?? Infinity) - 1);
    // Within a step the margin changes evenly, so it is never below both of its ends.
    if (last < min || from > max || marginOf(last) >= 0n) continue;
    const first = Math.max(min, from - 1);
    const lossOfUnit = cost - BigInt(microsPerUnit) * mayCost;
    return first + Number(marginOf(first) / lossOfUnit);
  }
  return max;
}
