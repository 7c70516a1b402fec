/** One page of a list; `next` marks the page after it, null on the last one. */
export type ListPage<Row> = { rows: Row[]; next: string | null };

/**
 * The first `size` rows of `found` as a page. A further row in `found` means that there is a next page, whose mark
 * `markOf` makes from this page's last row. Pure.
 */
export function pageOf<Row>(found: Row[], size: number, markOf: (last: Row) => string): ListPage<Row> {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last ? markOf(last) : null };
}
