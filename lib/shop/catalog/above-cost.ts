import type { PriceStep } from "./catalog";
import { microsOf } from "./custom-amount";

/**
 * The largest amount from `min` to `max` up to which none is sold below its cost, at a supplier's dollars per 1,000 as
 * decimal text; `min - 1` when the smallest already is. Exact. Pure.
 */
export function mostAboveCost(
  steps: readonly PriceStep[],
  ratePer1000: string,
  { min, max }: { min: number; max: number },
): number {
  const [whole = "0", fraction = ""] = ratePer1000.split(".");
  // Both in ten-thousandths of a millionth of a dollar for one unit: a rate has seven decimals.
  const cost = BigInt(whole + fraction.padEnd(7, "0").slice(0, 7));
  const marginOf = (quantity: number) =>
    BigInt(microsOf(steps, quantity)) * 10_000n - cost * BigInt(quantity);
  if (marginOf(min) < 0n) return min - 1;
  for (const [place, { from, microsPerUnit }] of steps.entries()) {
    const last = Math.min(max, (steps[place + 1]?.from ?? Infinity) - 1);
    // Within a step the margin changes evenly, so it is never below both of its ends.
    if (last < min || from > max || marginOf(last) >= 0n) continue;
    const first = Math.max(min, from - 1);
    const lossOfUnit = cost - BigInt(microsPerUnit) * 10_000n;
    return first + Number(marginOf(first) / lossOfUnit);
  }
  return max;
}
