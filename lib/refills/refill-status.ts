import type { Tx } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { daysToFinishRefill } from "@/lib/delivery/progress/refill-rules";

/**
 * SQL: by when the supplier has to accept `refill`, of `item`, or finish what it accepted. The days count from the
 * newest request or acceptance. An operator's decision to ask again or to wait longer adds such an event and starts
 * them again.
 */
export const refillDueAt = Prisma.sql`(
  SELECT GREATEST(refill.created_at, max(event.created_at)) + ${daysToFinishRefill}::int * interval '1 day'
  FROM order_events AS event
  WHERE event.order_id = item.order_id AND event.item_id = item.id AND event.type IN ('refill.requested', 'refill.sent'))`;

/** SQL that is true when the supplier is late, for rows named `refill` and `item`. */
export const refillIsLate = Prisma.sql`(
  refill.state IN ('requested', 'in_progress') AND ${refillDueAt} <= now())`;

/** The same for a refill that needs an operator, because its answer was lost or its supplier is late. */
export const refillNeedsOperator = Prisma.sql`(refill.state = 'unknown' OR ${refillIsLate})`;

/**
 * SQL: how many events the refills of `item` have. A decision that was made from a page with an earlier number is about
 * an earlier call.
 */
export const refillVersion = Prisma.sql`(
  SELECT count(*)::int FROM order_events AS event
  WHERE event.order_id = item.order_id AND event.item_id = item.id AND starts_with(event.type, 'refill.'))`;

/** After a restore: refills that may have been sent before `since` wait for an operator. Returns how many. */
export async function holdRefills(tx: Tx, since: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE refills SET state = 'unknown', reason = 'database_restored', updated_at = now()
    WHERE state = 'requested' AND created_at <= ${since}`;
}
