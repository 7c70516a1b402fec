/** One page of a list; `next` marks the page after it, null on the last one. */
export type ListPage<Row> = { rows: Row[]; next: string | null };

/** The page of `size` rows that begins `found`, which was read with one more row; `markOf` its last row. Pure. */
export function pageOf<Row>(found: Row[], size: number, markOf: (last: Row) => string): ListPage<Row> {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last ? markOf(last) : null };
}
