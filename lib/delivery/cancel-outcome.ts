import { Prisma } from "@/lib/db/generated/client";

/**
 * SQL: no call to a supplier to cancel the row `item` is recorded. Each call leaves an event, except one that was only
 * refused for now (an outage, our key, our pace) and is made again.
 */
export const hasNoCancelCall = Prisma.sql`NOT EXISTS (SELECT FROM order_events AS asked
  WHERE asked.order_id = item.order_id AND asked.item_id = item.id AND asked.type = 'item.cancel_requested')`;

/** `asked`: the supplier agreed. `unclear`: the answer was lost or shows neither; asking again does no harm. */
export type CancelOutcome = "asked" | "refused" | "unclear";

// The shop's own requests are recorded with the outcome of the call, an operator's with what it means.
const outcomes: Record<string, CancelOutcome> = {
  ...{ accepted: "asked", rejected: "refused", unknown: "unclear" },
  ...{ asked: "asked", refused: "refused", unclear: "unclear" },
};

/**
 * What the supplier answered when it was last asked to cancel an item; null when it was never asked. `events` are the
 * order's, the newest first. Pure.
 */
export function lastCancelOutcome(
  itemId: string,
  events: { itemId: string | null; type: string; data: unknown }[],
): CancelOutcome | null {
  const last = events.find((event) => event.itemId === itemId && event.type === "item.cancel_requested");
  return outcomes[String(Object(last?.data).outcome)] ?? null;
}
