import { amountLabel, hasPosts } from "@/lib/shop/catalog/catalog";
import type { ServiceView } from "@/lib/shop/catalog/platform-view";

/** The minimum and maximum units of one target (a profile, a post). */
export type UnitRange = { min: number; max: number };

/** The range of a quality, from those that are known; without one there is no limit yet, and the server checks again. */
export function rangeOf(limits: Record<string, UnitRange>, variant: string): UnitRange {
  return limits[variant] ?? { min: 1, max: Number.MAX_SAFE_INTEGER };
}

/**
 * Why an order can't be delivered, as a message that says what to change; null when it can. `shares` are the units of
 * each target; for a profile the whole order. The browser checks it before the payment, and the server again.
 */
export function deliveryProblem(
  service: Pick<ServiceView, "target" | "unit">,
  shares: readonly number[],
  { min, max }: UnitRange,
): string | null {
  const { target, unit } = service;
  if (shares.some((units) => units < min)) {
    return !hasPosts(target)
      ? `An order takes at least ${amountLabel(min, unit)}. Please choose a larger package or add a bundle.`
      : `Each post takes at least ${amountLabel(min, unit)}. Please choose fewer posts or add more ${unit.many}.`;
  }
  if (shares.some((units) => units > max)) {
    return !hasPosts(target)
      ? `An order takes at most ${amountLabel(max, unit)}. Please choose a smaller package or remove a bundle.`
      : `Each post takes at most ${amountLabel(max, unit)}. Please choose more posts or remove a bundle.`;
  }
  return null;
}
