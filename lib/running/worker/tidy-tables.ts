import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { takeIsolated } from "@/lib/base/db/isolate";
import { logger } from "@/lib/base/logger";
import { marksKeptMs } from "@/lib/base/quarantine/check-database";
import { startStopwatch } from "@/lib/base/time/clock";
import { day, second } from "@/lib/base/time/time";
import {
  forgetSetAside,
  forgottenEntries,
  notSetAside,
  runSteps,
  setAside,
} from "@/lib/mail/alerts/set-aside";
import { changedCustomers, changesAtOnce, refreshCustomers } from "./refresh-customers";
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

/** `due` selects what it would handle, in SQL; `run` returns how much that was. */
type Chore = { due: Prisma.Sql; run: () => Promise<number> };

/**
 * Keeps tables small: merges each day's totals into one row, deletes old rows according to lib/running/worker/retention.ts
 * (a row that can't be deleted is set aside), and brings the customers' sums up to date. One statement asks which of
 * these is due, because mostly none is. Any number of workers may run it at once, and sums over the totals are exact at
 * any moment.
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
  const chores: Record<string, Chore> = {
    totals: { due: crowdedDays, run: () => compactTotals(db) },
    aside: { due: forgottenEntries, run: () => forgetSetAside(db) },
  };
  for (const [name, entry] of Object.entries<Retention>({ ...retention, marks })) {
    const removeSome = () => ("table" in entry ? removeRows(db, entry) : removeJobs(db, entry));
    chores[name] = {
      due: "table" in entry ? oldRows(entry) : oldJobs(entry),
      run: () => untilDone(removeSome, limit),
    };
  }
  chores.customers = {
    due: changedCustomers,
    run: () => untilDone(() => refreshCustomers(db), changesAtOnce),
  };
  // If one question fails or takes too long, all chores run, and that one alone is set aside.
  const due = await listDue(db, chores).catch(() => new Set(Object.keys(chores)));
  const steps: Record<string, () => Promise<number>> = {};
  for (const [name, { run }] of Object.entries(chores)) {
    // A chore that is not due has succeeded too, which ends the alert of an earlier failure.
    steps[name] = async () => (due.has(name) ? run() : 0);
  }
  const tidied = await runSteps(db, steps, "tidy:");
  if (due.size > 0) logger.debug(tidied, "tidied tables");
}

async function listDue(db: Database, chores: Record<string, Chore>): Promise<Set<string>> {
  // Not EXISTS: for one row the planner may read the whole table, where it expects to find one soon and there is none.
  const questions = Object.entries(chores).map(
    ([name, { due }]) => Prisma.sql`
      SELECT ${name} AS name FROM (${due} LIMIT ${limit}::int) AS due HAVING count(*) > 0`,
  );
  const rows = await db.$queryRaw<{ name: string }[]>`${Prisma.join(questions, " UNION ALL ")}`;
  return new Set(rows.map(({ name }) => name));
}

const keyOf = ({ key = Prisma.sql`id::text` }: OldRows) => key;

function oldRows(entry: OldRows, columns = Prisma.empty): Prisma.Sql {
  return Prisma.sql`SELECT ${columns} FROM ${entry.table}
    WHERE ${entry.isOver(daysAgo(entry.days))} AND ${notSetAside("tidy", keyOf(entry))}`;
}

async function removeRows(db: Database, entry: OldRows): Promise<number> {
  const { table, set } = entry;
  const key = keyOf(entry);
  const change = set ? Prisma.sql`UPDATE ${table} SET ${set}` : Prisma.sql`DELETE FROM ${table}`;
  const list = async () => {
    const keys = oldRows(entry, Prisma.sql`${key} AS key`);
    const rows = await db.$queryRaw<{ key: string }[]>`${keys} LIMIT ${limit}::int`;
    return rows.map((row) => row.key);
  };
  // A locked row is in use, so it is left to the next round.
  const remove = (only: string[] | null) => db.$queryRaw<{ key: string }[]>`
    ${change} WHERE ctid = ANY(ARRAY(
      ${oldRows(entry, Prisma.sql`ctid`)} AND (${only}::text[] IS NULL OR ${key} = ANY(${only}::text[]))
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED))
    RETURNING ${key} AS key`;
  return (await takeIsolated(remove, list, (id, error) => setAside(db, "tidy", id, error))).length;
}

function oldJobs({ days, isOverJob }: OldJobs): Prisma.Sql {
  return Prisma.sql`SELECT id FROM graphile_worker.jobs WHERE ${isOverJob(daysAgo(days))}`;
}

/** Uses the queue's own function, because its tables are its own affair. */
async function removeJobs(db: Database, entry: OldJobs): Promise<number> {
  return db.$executeRaw`
    SELECT id FROM graphile_worker.complete_jobs(ARRAY(${oldJobs(entry)} LIMIT ${limit}::int))`;
}

function daysAgo(days: number): Prisma.Sql {
  return Prisma.sql`(now() - ${days}::float * interval '1 day')`;
}

const crowdedDays = Prisma.sql`SELECT day FROM order_totals GROUP BY day HAVING count(*) > 1`;

/** Adds up the rows of each day. Only rows that are deleted here are summed, so each counts once among all workers. */
async function compactTotals(db: Database): Promise<number> {
  return db.$executeRaw`
    WITH crowded AS (
      ${crowdedDays} LIMIT 100
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
