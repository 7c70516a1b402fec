/**
 * The `size` entries after the one with the cursor `after`; without a match, the first ones. `next` is the last one's
 * cursor, where more follow.
 */
export function pageAfter<T>(
  list: readonly T[],
  size: number,
  cursorOf: (entry: T) => string,
  after: string | undefined,
): { items: T[]; next: string | undefined } {
  const start = after === undefined ? 0 : list.findIndex((entry) => cursorOf(entry) === after) + 1;
  const items = list.slice(start, start + size);
  const last = items.at(-1);
  return { items, next: last && start + size < list.length ? cursorOf(last) : undefined };
}
