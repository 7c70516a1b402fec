/** Where the next page of a list of orders begins: after this one, newest first. */
export type OrderCursor = { createdAt: Date; id: string };

const shape = /^(\d{1,15})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The cursor as it stands in an address (`?before=`). Times are kept to the millisecond, so nothing is lost. */
export function writeCursor({ createdAt, id }: OrderCursor): string {
  return `${createdAt.getTime()}-${id}`;
}

/** The cursor of an address; null for anything else, which then means the first page. */
export function readCursor(text: unknown): OrderCursor | null {
  const match = typeof text === "string" ? shape.exec(text) : null;
  const createdAt = new Date(Number(match?.[1]));
  if (!match?.[2] || Number.isNaN(createdAt.getTime())) return null;
  return { createdAt, id: match[2] };
}
