import { amountLabel } from "@/lib/shop/catalog/catalog";
import type { ServiceType } from "@/lib/shop/catalog/platforms";

/** The minimum and maximum units of one target (a profile, a post). */
export type UnitRange = { min: number; max: number };

/**
 * Why an order can't be delivered, as a message that says what to change; null when it can. `shares` are the units of
 * each target; for followers the whole order. The browser checks it before the payment, and the server again.
 */
export function deliveryProblem(
  service: ServiceType,
  shares: readonly number[],
  { min, max }: UnitRange,
): string | null {
  if (shares.some((units) => units < min)) {
    return service === "followers"
      ? `An order takes at least ${amountLabel(min, service)}. Please choose a larger package or add a bundle.`
      : `Each post takes at least ${amountLabel(min, service)}. Please choose fewer posts or add more ${service}.`;
  }
  if (shares.some((units) => units > max)) {
    return service === "followers"
      ? `An order takes at most ${amountLabel(max, service)}. Please choose a smaller package or remove a bundle.`
      : `Each post takes at most ${amountLabel(max, service)}. Please choose more posts or remove a bundle.`;
  }
  return null;
}
