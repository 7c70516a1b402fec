import { plainCharacters } from "@/lib/base/text/typed-text";
import {
  amountLabel,
  type Catalog,
  type CatalogPackage,
  type CustomAmounts,
  type PriceStep,
  packagesFor,
  type UnitWords,
} from "./catalog";

// An amount that the buyer chooses, priced by steps like a tax: each unit costs what its own step asks. All are pure.

const microsPerCent = 10_000;

/**
 * What units cost by their steps, exactly, in millionths of a dollar. The steps begin at 1 and ascend. Ten million units
 * at $100 each are a safe integer.
 */
export function microsOf(steps: readonly PriceStep[], quantity: number): number {
  return steps.reduce((sum, { from, microsPerUnit }, place) => {
    const last = Math.min(quantity, (steps[place + 1]?.from ?? Infinity) - 1);
    return sum + Math.max(0, last - from + 1) * microsPerUnit;
  }, 0);
}

/** The price of units by their steps: rounded up to a whole cent, so that it is never below the exact sum. */
export function centsOf(steps: readonly PriceStep[], quantity: number): number {
  return Math.ceil(microsOf(steps, quantity) / microsPerCent);
}

/**
 * Amounts are multiples of this: of the service's own step, or of 2, 5, 10, 20 … of them where units are so cheap that
 * one more would not cost another cent. So each larger amount costs at least a cent more: its exact sum is at least a
 * cent higher, and rounding up keeps that.
 */
export function amountStep(serviceStep: number, steps: readonly PriceStep[]): number {
  const cheapest = Math.min(...steps.map(({ microsPerUnit }) => microsPerUnit));
  for (let power = 1; ; power *= 10) {
    const size = [1, 2, 5]
      .map((times) => times * power * serviceStep)
      .find((each) => each * cheapest >= microsPerCent);
    if (size !== undefined) return size;
  }
}

/** The smallest and largest multiple of `step` from `min` to `max`; null when there is none. */
export function amountsWithin({ min, max, step }: { min: number; max: number; step: number }) {
  const range = { min: Math.ceil(min / step) * step, max: Math.floor(max / step) * step };
  return range.min <= range.max ? range : null;
}

/** The id of an amount, which orders and addresses have in place of a package's. */
export function customIdOf({ service, variant }: { service: string; variant: string }, quantity: number) {
  return `${service}-custom-${variant}-${quantity}`;
}

/** What the id of an amount of this service names; null for any other id. */
export function readCustomId(id: string, service: string): { variant: string; quantity: number } | null {
  const prefix = `${service}-custom-`;
  const [, variant, digits] =
    /^(.+)-([1-9]\d{0,7})$/.exec(id.startsWith(prefix) ? id.slice(prefix.length) : "") ?? [];
  return variant ? { variant, quantity: Number(digits) } : null;
}

/** Why an amount can't be ordered, as a message that says what to choose; null when it can. */
export function amountProblem(
  { min, max, step }: Pick<CustomAmounts, "min" | "max" | "step">,
  quantity: number,
  unit: UnitWords,
): string | null {
  if (quantity < min) return `Choose at least ${amountLabel(min, unit)}.`;
  if (quantity > max) return `Choose at most ${amountLabel(max, unit)}.`;
  if (quantity % step === 0) return null;
  const near = amountsWithin({ min, max: quantity, step })?.max ?? min;
  return `Choose a multiple of ${step.toLocaleString("en-US")}, such as ${near.toLocaleString("en-US")}.`;
}

/** The amounts on sale of a platform's service in one quality; null without any. */
export function amountsFor(
  { amounts }: Pick<Catalog, "amounts">,
  platform: string,
  service: string,
  variant: string,
): CustomAmounts | null {
  const isWanted = (entry: CustomAmounts) =>
    entry.platform === platform && entry.service === service && entry.variant === variant;
  return amounts.find(isWanted) ?? null;
}

/** The package of this id, or the amount that the id names as one; null when it is not on sale. */
export function findSold(
  catalog: Catalog,
  { platform, service }: { platform: string; service: string },
  id: string,
): CatalogPackage | null {
  const named = readCustomId(id, service);
  if (!named) return packagesFor(catalog, platform, service).find((entry) => entry.id === id) ?? null;
  const { variant, quantity } = named;
  const offer = amountsFor(catalog, platform, service, variant);
  const isOnSale = offer && amountProblem(offer, quantity, { one: "", many: "" }) === null;
  return isOnSale ? asPackage(offer, quantity) : null;
}

/** An amount as a package. It has no price to be struck through. */
export function asPackage(offer: CustomAmounts, quantity: number): CatalogPackage {
  const { platform, service, variant, priceSteps } = offer;
  const cents = centsOf(priceSteps, quantity);
  return {
    id: customIdOf(offer, quantity),
    service,
    variant,
    platforms: [platform],
    quantity,
    priceCents: cents,
    originalCents: cents,
    isPopular: false,
  };
}

/** The dollars of 1,000 units, as a field has them: `13.49`, and `0.125` with a third decimal only where it is needed. */
export function textOfMicros(microsPerUnit: number): string {
  const decimals = String(microsPerUnit % 1_000).padStart(3, "0");
  return `${Math.trunc(microsPerUnit / 1_000)}.${decimals.replace(/0$/, "")}`;
}

/** `$15.00 per 1,000, $13.00 from 1,001`; `none` where only packages are sold. */
export function stepsText(steps: readonly PriceStep[] = []): string {
  const texts = steps.map(({ from, microsPerUnit }, place) => {
    const price = `$${textOfMicros(microsPerUnit)}`;
    return place === 0 ? `${price} per 1,000` : `${price} from ${from.toLocaleString("en-US")}`;
  });
  return texts.join(", ") || "none";
}

/** The millionths that a unit costs, from the dollars of 1,000 as they are typed; null for anything else. */
export function microsOfText(text: string): number | null {
  const match = /^(\d{1,5})(?:[.\u066B](\d{1,3}))?$/.exec(plainCharacters(text));
  return match && Number(match[1]) * 1_000 + Number((match[2] ?? "").padEnd(3, "0"));
}

/**
 * What a slider stops at: the ends, and between them the amounts of two significant digits, so that each step is a few
 * per cent of the amount at which it is taken.
 */
export function sliderStops({ min, max, step }: Pick<CustomAmounts, "min" | "max" | "step">): number[] {
  const stops = [min];
  for (let amount = min; amount < max; ) {
    const stride = Math.max(step, 10 ** (String(amount).length - 2));
    // The next multiple of both; a service's own step may not divide it.
    const next = Math.ceil(((Math.floor(amount / stride) + 1) * stride) / step) * step;
    amount = Math.min(max, next);
    stops.push(amount);
  }
  return stops;
}
