/** Units for one post or reel. */
export type Allocation = { postId: string; quantity: number };

/**
 * Spreads units over the first items evenly, the first ones taking the odd units: `spreadEvenly(7, 3)` is [3, 2, 2].
 */
export function spreadEvenly(units: number, items: number): number[] {
  if (items < 1) return [];
  const each = Math.floor(units / items);
  const odd = units - each * items;
  return Array.from({ length: items }, (_, index) => each + (index < odd ? 1 : 0));
}

/**
 * Adds what is left of `total` to the allocations, evenly; the sum is `total` afterwards. Null when they hold more
 * than `total` already: too much is refused, never cut.
 */
export function allocateRest(allocations: Allocation[], total: number): Allocation[] | null {
  const left = total - allocations.reduce((sum, entry) => sum + entry.quantity, 0);
  if (left < 0) return null;
  const shares = spreadEvenly(left, allocations.length);
  return allocations.map((entry, index) => ({ ...entry, quantity: entry.quantity + (shares[index] ?? 0) }));
}
