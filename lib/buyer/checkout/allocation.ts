/** Anything with a whole number of units. */
type Share = { quantity: number };

/** The units to allocate, and the minimum and maximum of one item. */
export type ShareRules = { total: number; min: number; max: number };

/** The units that a newly chosen post or reel gets, if that many are left. */
const firstShareUnits = 100;

/** Spreads units evenly; the first items take the remainder: `spreadEvenly(7, 3)` is [3, 2, 2]. */
export function spreadEvenly(units: number, items: number): number[] {
  if (items < 1) return [];
  const each = Math.floor(units / items);
  const odd = units - each * items;
  return Array.from({ length: items }, (_, index) => each + (index < odd ? 1 : 0));
}

export function allocatedUnits(items: readonly Share[]): number {
  return items.reduce((sum, entry) => sum + entry.quantity, 0);
}

/**
 * Spreads what is left of `total` evenly over the allocations, so that they sum to `total`. Null when they already
 * exceed it: an excess is refused, never cut.
 */
export function allocateRest<Item extends Share>(allocations: Item[], total: number): Item[] | null {
  const left = total - allocatedUnits(allocations);
  if (left < 0) return null;
  const shares = spreadEvenly(left, allocations.length);
  return allocations.map((entry, index) => ({ ...entry, quantity: entry.quantity + (shares[index] ?? 0) }));
}

/** Splits `total` into equal parts, none above the maximum of one item; the first items take the remainder. */
export function splitEvenly<Item extends Share>(items: Item[], { total, max }: ShareRules): Item[] {
  const shares = spreadEvenly(total, items.length);
  return items.map((entry, index) => ({ ...entry, quantity: Math.min(max, shares[index] ?? 0) }));
}

/**
 * The units of the item chosen next: 100, or what is left if that is less, within the minimum and maximum of one item.
 * Null when less than the minimum is left.
 */
export function firstShare(items: readonly Share[], { total, min, max }: ShareRules): number | null {
  const left = total - allocatedUnits(items);
  return left < min ? null : Math.max(min, Math.min(firstShareUnits, left, max));
}

/** The most units an item may have: its own and all that is left, within the minimum and maximum. */
export function largestShare(own: number, items: readonly Share[], { total, min, max }: ShareRules): number {
  const left = total - allocatedUnits(items);
  return Math.max(min, Math.min(max, own + left));
}

/**
 * An item's units after one step up or down (`by` is negative). A step stops at the end of the allowed range, so that the
 * last few units can be allocated too.
 */
export function stepShare(own: number, by: number, items: readonly Share[], rules: ShareRules): number {
  return Math.max(rules.min, Math.min(largestShare(own, items, rules), own + by));
}

/**
 * Makes allocations fit a smaller total. The last items are removed when not all can have the minimum; the others are
 * reduced in proportion, never below the minimum, to `total` exactly. Allocations that fit keep their units. `total`
 * times any quantity must be a safe integer.
 */
export function fitShares<Item extends Share>(items: Item[], { total, min, max }: ShareRules): Item[] {
  const kept = items
    .slice(0, Math.max(0, Math.floor(total / min)))
    .map((entry) => ({ ...entry, quantity: Math.max(min, Math.min(max, entry.quantity)) }));
  if (allocatedUnits(kept) <= total) return kept;
  const shares = shrink(
    kept.map((entry) => entry.quantity),
    total,
    min,
  );
  return kept.map((entry, index) => ({ ...entry, quantity: shares[index] ?? min }));
}

/** Reduces quantities in proportion until they sum to `total`. All are at least `min` before and after. */
function shrink(quantities: number[], total: number, min: number): number[] {
  const isAtMin = quantities.map(() => false);
  for (;;) {
    const free = quantities.filter((_, index) => !isAtMin[index]);
    const freeSum = free.reduce((sum, quantity) => sum + quantity, 0);
    const freeTotal = total - (quantities.length - free.length) * min;
    // Items that would fall below the minimum get it; that leaves less for the others, so check those again.
    const falling = quantities.flatMap((quantity, index) =>
      !isAtMin[index] && quantity * freeTotal < min * freeSum ? [index] : [],
    );
    for (const index of falling) isAtMin[index] = true;
    if (falling.length > 0) continue;

    const shares = quantities.map((quantity, index) =>
      isAtMin[index] ? min : Math.floor((quantity * freeTotal) / freeSum),
    );
    let odd = total - shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share, index) => (isAtMin[index] || odd-- <= 0 ? share : share + 1));
  }
}
