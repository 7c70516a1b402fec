/** Units for one post or reel. */
export type Allocation = { postId: string; quantity: number };

/** Anything that holds units: a whole number of them. */
type Share = { quantity: number };

/** What there is to give out, and the least and the most that one item takes. All three are whole units. */
export type ShareRules = { total: number; min: number; max: number };

/** What a newly chosen post or reel gets, if that much is left. */
const firstShareUnits = 100;

/**
 * Spreads units over the first items evenly, the first ones taking the odd units: `spreadEvenly(7, 3)` is [3, 2, 2].
 */
export function spreadEvenly(units: number, items: number): number[] {
  if (items < 1) return [];
  const each = Math.floor(units / items);
  const odd = units - each * items;
  return Array.from({ length: items }, (_, index) => each + (index < odd ? 1 : 0));
}

/** The units that all items hold together. */
export function unitsGiven(items: readonly Share[]): number {
  return items.reduce((sum, entry) => sum + entry.quantity, 0);
}

/**
 * Adds what is left of `total` to the allocations, evenly; the sum is `total` afterwards. Null when they hold more
 * than `total` already: too much is refused, never cut.
 */
export function allocateRest<Item extends Share>(allocations: Item[], total: number): Item[] | null {
  const left = total - unitsGiven(allocations);
  if (left < 0) return null;
  const shares = spreadEvenly(left, allocations.length);
  return allocations.map((entry, index) => ({ ...entry, quantity: entry.quantity + (shares[index] ?? 0) }));
}

/**
 * What an item chosen next gets: 100 units, or what is left if that is less, but never under the floor or over the
 * ceiling of one item. Null when less than the floor is left.
 */
export function firstShare(items: readonly Share[], { total, min, max }: ShareRules): number | null {
  const left = total - unitsGiven(items);
  return left < min ? null : Math.max(min, Math.min(firstShareUnits, left, max));
}

/** The most an item may hold: what it has and all that is left, up to the ceiling; never under the floor. */
export function largestShare(own: number, items: readonly Share[], { total, min, max }: ShareRules): number {
  const left = total - unitsGiven(items);
  return Math.max(min, Math.min(max, own + left));
}

/**
 * An item's units after one step up or down (`by` is negative). A step that would leave the allowed range stops at
 * its end, so the last odd units can be given out and taken back too.
 */
export function stepShare(own: number, by: number, items: readonly Share[], rules: ShareRules): number {
  return Math.max(rules.min, Math.min(largestShare(own, items, rules), own + by));
}

/**
 * Makes allocations fit a total that has become smaller. The last items go when not everyone could have the floor;
 * the rest is reduced in proportion, nobody under the floor, and then holds `total` exactly. Allocations that fit
 * already keep their units. `total` times any quantity must stay a safe integer.
 */
export function fitShares<Item extends Share>(items: Item[], { total, min, max }: ShareRules): Item[] {
  const kept = items
    .slice(0, Math.max(0, Math.floor(total / min)))
    .map((entry) => ({ ...entry, quantity: Math.max(min, Math.min(max, entry.quantity)) }));
  if (unitsGiven(kept) <= total) return kept;
  const shares = shrink(
    kept.map((entry) => entry.quantity),
    total,
    min,
  );
  return kept.map((entry, index) => ({ ...entry, quantity: shares[index] ?? min }));
}

/** Quantities of at least `min`, that sum to more than `total`, brought down to it in proportion. */
function shrink(quantities: number[], total: number, min: number): number[] {
  const isAtFloor = quantities.map(() => false);
  for (;;) {
    const free = quantities.filter((_, index) => !isAtFloor[index]);
    const freeSum = free.reduce((sum, quantity) => sum + quantity, 0);
    const freeTotal = total - (quantities.length - free.length) * min;
    // Who would fall under the floor gets it, which leaves less for the others: look at them again.
    const falling = quantities.flatMap((quantity, index) =>
      !isAtFloor[index] && quantity * freeTotal < min * freeSum ? [index] : [],
    );
    for (const index of falling) isAtFloor[index] = true;
    if (falling.length > 0) continue;

    const shares = quantities.map((quantity, index) =>
      isAtFloor[index] ? min : Math.floor((quantity * freeTotal) / freeSum),
    );
    let odd = total - shares.reduce((sum, share) => sum + share, 0);
    return shares.map((share, index) => (isAtFloor[index] || odd-- <= 0 ? share : share + 1));
  }
}
