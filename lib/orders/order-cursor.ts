/** The last row of a page of a list, newest first; the next page begins after it. */
export type OrderCursor = { createdAt: Date; id: string };

const shape = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The cursor for a query string (`?before=`). Exact, because rows' times have millisecond precision. */
export function writeCursor({ createdAt, id }: OrderCursor): string {
  return `${createdAt.getTime()}-${id}`;
}

/** The cursor of a query string; null for anything else, which means the first page. */
export function readCursor(text: unknown): OrderCursor | null {
  const match = typeof text === "string" ? shape.exec(text) : null;
  const createdAt = new Date(Number(match?.[1]));
  if (!match?.[2] || Number.isNaN(createdAt.getTime())) return null;
  return { createdAt, id: match[2] };
}
