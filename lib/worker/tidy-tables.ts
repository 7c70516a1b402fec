import { runSteps } from "@/lib/alerts/run-steps";
import { notSetAside, setAside } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { takeIsolated } from "@/lib/db/isolate";
import { logger } from "@/lib/logger";
import { marksKeptMs } from "@/lib/quarantine/check-database";

// One round takes this much of each; the next one goes on.
const limit = 5_000;

type Leftovers = { table: Prisma.Sql; key: Prisma.Sql; isOver: Prisma.Sql };

/** What no one will read again, by table. */
const leftovers: Record<string, Leftovers> = {
  answers: {
    table: Prisma.sql`social_cache`,
    key: Prisma.sql`key`,
    isOver: Prisma.sql`fetched_at < now() - interval '2 days'`,
  },
  limits: {
    table: Prisma.sql`rate_limits`,
    key: Prisma.sql`key`,
    isOver: Prisma.sql`expire < extract(epoch FROM now()) * 1000`,
  },
  // Stripe repeats an event for three days at most; its own list goes back thirty.
  events: {
    table: Prisma.sql`stripe_events`,
    key: Prisma.sql`id`,
    isOver: Prisma.sql`received_at < now() - interval '60 days' AND outcome IS NOT NULL`,
  },
  // The admin pages show a month of them.
  failures: {
    table: Prisma.sql`stripe_event_failures`,
    key: Prisma.sql`id`,
    isOver: Prisma.sql`last_at < now() - interval '60 days'`,
  },
  marks: {
    table: Prisma.sql`database_marks`,
    key: Prisma.sql`process_id::text`,
    isOver: Prisma.sql`at < now() - ${marksKeptMs}::float * interval '1 millisecond'`,
  },
  workers: {
    table: Prisma.sql`worker_heartbeats`,
    key: Prisma.sql`id::text`,
    isOver: Prisma.sql`last_seen_at < now() - interval '1 day'`,
  },
};

/**
 * Keeps tables small that only ever grow: the cards' differences of a day become one row, and what no one will read
 * again is deleted; a row that can't be is set aside. Any number of workers may do it at once; sums over the table of
 * totals are exact at any moment.
 */
export async function tidyTables(db: Database): Promise<void> {
  const tidied: Record<string, number> = {};
  const steps = Object.entries(leftovers).map(([name, what]) => [
    `tidy:${name}`,
    async () => {
      tidied[name] = await removeLeftovers(db, what);
    },
  ]);
  await runSteps(db, {
    "tidy:totals": async () => {
      tidied.totals = await compactTotals(db);
    },
    ...Object.fromEntries(steps),
  });
  if (Object.values(tidied).some((count) => count > 0)) logger.debug(tidied, "tidied tables");
}

async function removeLeftovers(db: Database, { table, key, isOver }: Leftovers): Promise<number> {
  const isLeft = Prisma.sql`${isOver} AND ${notSetAside("tidy", key)}`;
  const list = async () => {
    const rows = await db.$queryRaw<{ key: string }[]>`
      SELECT ${key} AS key FROM ${table} WHERE ${isLeft} LIMIT ${limit}::int`;
    return rows.map((row) => row.key);
  };
  const remove = (only: string[] | null) => db.$queryRaw<{ key: string }[]>`
    DELETE FROM ${table} WHERE ${key} IN (
      SELECT ${key} FROM ${table} WHERE ${isLeft} AND (${only}::text[] IS NULL OR ${key} = ANY(${only}::text[]))
      LIMIT ${limit}::int)
    RETURNING ${key} AS key`;
  return (await takeIsolated(remove, list, (id, error) => setAside(db, "tidy", id, error))).length;
}

/**
 * Adds up the rows of each day. Ids are drawn before a row is committed, so age can't tell which rows are settled;
 * the rows themselves do: only those that are deleted here are summed, and SKIP LOCKED leaves the ones that another
 * worker has taken to it.
 */
async function compactTotals(db: Database): Promise<number> {
  return db.$executeRaw`
    WITH crowded AS (
      SELECT day FROM order_totals GROUP BY day HAVING count(*) > 1 LIMIT 100
    ), taken AS (
      SELECT id FROM order_totals WHERE day IN (SELECT day FROM crowded) ORDER BY id LIMIT ${limit}::int
      FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM order_totals USING taken WHERE order_totals.id = taken.id RETURNING order_totals.*
    )
    INSERT INTO order_totals (day, orders, paid_orders, completed, paid_cents, refunded_cents)
    SELECT day, sum(orders), sum(paid_orders), sum(completed), sum(paid_cents), sum(refunded_cents)
    FROM gone GROUP BY day`;
}
