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

/** The last row of a page of a list, newest first; the next page begins after it. */
export type ListCursor = { createdAt: Date; id: string };

const shape = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The cursor for a query string (`?before=`). Exact, because rows' times have millisecond precision. */
export function writeCursor({ createdAt, id }: ListCursor): string {
  return `${createdAt.getTime()}-${id}`;
}

/** The cursor of a query string; null for anything else, which means the first page. */
export function readCursor(text: unknown): ListCursor | null {
  const match = typeof text === "string" ? shape.exec(text) : null;
  const createdAt = new Date(Number(match?.[1]));
  if (!match?.[2] || Number.isNaN(createdAt.getTime())) return null;
  return { createdAt, id: match[2] };
}
