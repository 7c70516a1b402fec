import type { Tx } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { daysToFinishRefill } from "@/lib/delivery/progress/refill-rules";

/** SQL: by when the supplier has to accept `refill`, or finish what it accepted. */
export const refillDueAt = Prisma.sql`(
  COALESCE(refill.waiting_since, refill.created_at) + ${daysToFinishRefill}::int * interval '1 day')`;

/** SQL: the supplier of `refill` is late. */
export const refillIsLate = Prisma.sql`(
  refill.state IN ('requested', 'in_progress') AND ${refillDueAt} <= now())`;

/** SQL: `refill` needs an operator, because its answer was lost or its supplier is late. */
export const refillNeedsOperator = Prisma.sql`(refill.state = 'unknown' OR ${refillIsLate})`;

/** After a restore: refills that may have been sent before `since` wait for an operator. Returns how many. */
export async function holdRefills(tx: Tx, since: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE refills SET state = 'unknown', reason = 'database_restored', updated_at = now()
    WHERE state = 'requested' AND created_at <= ${since}`;
}
