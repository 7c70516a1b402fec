/** One page of a list and whether more follows. */
export type Page<T> = { items: T[]; hasMore: boolean };

/** The `size` entries after the one that `isLast` matches; without a match, the first ones. */
export function pageAfter<T>(list: readonly T[], size: number, isLast?: (entry: T) => boolean): Page<T> {
  const start = isLast ? list.findIndex(isLast) + 1 : 0;
  return { items: list.slice(start, start + size), hasMore: start + size < list.length };
}
