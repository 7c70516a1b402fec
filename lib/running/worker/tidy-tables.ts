import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { takeIsolated } from "@/lib/base/db/isolate";
import { logger } from "@/lib/base/logger";
import { marksKeptMs } from "@/lib/base/quarantine/check-database";
import { startStopwatch } from "@/lib/base/time/clock";
import { day, second } from "@/lib/base/time/time";
import { forgetSetAside, notSetAside, runSteps, setAside } from "@/lib/mail/alerts/set-aside";
import { changesAtOnce, refreshCustomers } from "./refresh-customers";
import { type OldJobs, type OldRows, type Retention, retention } from "./retention";

/** The rows that one statement handles. */
const limit = 5_000;

/** After this time the rest waits for the next sweep, because a task may take a minute. */
const longestMs = 15 * second;

const marks: OldRows = {
  what: "Marks of processes",
  days: marksKeptMs / day,
  after: "the last one",
  table: Prisma.sql`database_marks`,
  key: Prisma.sql`process_id::text`,
  isOver: (before) => Prisma.sql`at < ${before}`,
};

/**
 * Keeps tables small: merges each day's totals into one row, deletes old rows according to lib/running/worker/retention.ts
 * (a row that can't be deleted is set aside), and brings the customers' sums up to date. Any number of workers may run
 * it at once, and sums over the totals are exact at any moment.
 */
export async function tidyTables(db: Database): Promise<void> {
  const elapsedMs = startStopwatch();
  const untilDone = async (handleSome: () => Promise<number>, most: number) => {
    let handled = 0;
    let last = most;
    while (last === most && (handled === 0 || elapsedMs() < longestMs)) {
      last = await handleSome();
      handled += last;
    }
    return handled;
  };
  const steps: Record<string, () => Promise<number>> = { totals: () => compactTotals(db) };
  for (const [name, entry] of Object.entries<Retention>({ ...retention, marks })) {
    const removeSome = () => ("table" in entry ? removeRows(db, entry) : removeJobs(db, entry));
    steps[name] = () => untilDone(removeSome, limit);
  }
  steps.customers = () => untilDone(() => refreshCustomers(db), changesAtOnce);
  const tidied = await runSteps(db, steps, "tidy:");
  await runSteps(db, { aside: () => forgetSetAside(db) }, "tidy:");
  if (Object.values(tidied).some((count) => count > 0)) logger.debug(tidied, "tidied tables");
}

async function removeRows(db: Database, entry: OldRows): Promise<number> {
  const { table, set, key = Prisma.sql`id::text` } = entry;
  const isOver = entry.isOver(daysAgo(entry.days));
  const isLeft = Prisma.sql`${isOver} AND ${notSetAside("tidy", key)}`;
  const change = set ? Prisma.sql`UPDATE ${table} SET ${set}` : Prisma.sql`DELETE FROM ${table}`;
  const list = async () => {
    const rows = await db.$queryRaw<{ key: string }[]>`
      SELECT ${key} AS key FROM ${table} WHERE ${isLeft} LIMIT ${limit}::int`;
    return rows.map((row) => row.key);
  };
  // A locked row is in use, so it is left to the next round.
  const remove = (only: string[] | null) => db.$queryRaw<{ key: string }[]>`
    ${change} WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM ${table} WHERE ${isLeft} AND (${only}::text[] IS NULL OR ${key} = ANY(${only}::text[]))
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED))
    RETURNING ${key} AS key`;
  return (await takeIsolated(remove, list, (id, error) => setAside(db, "tidy", id, error))).length;
}

/** Uses the queue's own function, because its tables are its own affair. */
async function removeJobs(db: Database, { days, isOverJob }: OldJobs): Promise<number> {
  return db.$executeRaw`
    SELECT id FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs WHERE ${isOverJob(daysAgo(days))} LIMIT ${limit}::int))`;
}

function daysAgo(days: number): Prisma.Sql {
  return Prisma.sql`(now() - ${days}::float * interval '1 day')`;
}

/** Adds up the rows of each day. Only rows that are deleted here are summed, so each counts once among all workers. */
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
