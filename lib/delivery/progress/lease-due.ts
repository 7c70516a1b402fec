import { type Batch, notSetAside, setAside } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { takeIsolated } from "@/lib/db/isolate";

/**
 * Leases rows whose next check is due, so that concurrent pollers share them: they are due again after `leaseMs`.
 * `read` selects what the caller needs from `leased`, the leased rows. A row that can't be leased is set aside in
 * `batch`, and the others are leased.
 */
export function leaseDue<Row>(
  db: Database,
  batch: Batch,
  { table, isDue, limit, leaseMs }: { table: Prisma.Sql; isDue: Prisma.Sql; limit: number; leaseMs: number },
  read: Prisma.Sql,
): Promise<Row[]> {
  const due = Prisma.sql`
    SELECT id FROM ${table}
    WHERE ${isDue} AND next_check_at <= now() AND ${notSetAside(batch, Prisma.sql`${table}.id::text`)}`;
  const first = Prisma.sql`ORDER BY next_check_at LIMIT ${limit}::int`;
  return takeIsolated(
    (only) => db.$queryRaw<Row[]>`
      WITH due AS (
        ${due} AND (${only}::uuid[] IS NULL OR id = ANY(${only}::uuid[])) ${first} FOR UPDATE SKIP LOCKED
      ), leased AS (
        UPDATE ${table} SET next_check_at = now() + ${leaseMs}::int * interval '1 millisecond'
        FROM due WHERE ${table}.id = due.id RETURNING ${table}.*
      )
      ${read}`,
    async () => (await db.$queryRaw<{ id: string }[]>`${due} ${first}`).map(({ id }) => id),
    (id, error) => setAside(db, batch, id, error),
  );
}
