import type { Database, Db } from "@/lib/base/db/client";
import { sqlState } from "@/lib/base/db/errors";
import { Prisma } from "@/lib/base/db/generated/client";
import { isolate } from "@/lib/base/db/isolate";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { hour, minute } from "@/lib/base/time/time";
import { raiseAlert, resolveAlert } from "./raise-alert";

/** The batches whose entries are isolated, and what their entries are called. */
const batches = {
  status: "items whose status is asked for",
  recheck: "completed items that are rechecked",
  refills: "refills",
  counts: "items whose counters are read",
  lost: "items whose worker died",
  late: "items that did not start or end in time",
  paused: "orders whose target was not fixed in time",
  unfunded: "refunded or disputed orders with unsent items",
  targets: "targets whose next item may be sent",
  jobs: "rows that need a job",
  balances: "suppliers whose balance is asked for",
  payments: "payment attempts and unpaid orders that are compared with Stripe",
  // Set aside by release 1.0 only; the release after removes it.
  ledger: "payments that are compared with the ledger",
  steps: "steps of the sweep",
  tidy: "rows that are no longer needed",
} as const;

export type Batch = keyof typeof batches;

/**
 * How often an entry fails before there is an alert, and within which time: a few minutes without Stripe are not worth
 * one.
 */
const alertAfter = (batch: Batch) =>
  batch === "payments" ? { failures: 3, minutes: 15 } : { failures: 1, minutes: 0 };

const firstPauseMs = minute;
/** The longest that an entry is left out of its batch at a time. */
const longestPauseMs = 6 * hour;
// After this time without a try an entry is forgotten: one that was canceled or deleted must not keep the alert open.
const forgottenAfterMs = 48 * hour;

/**
 * Runs a batch and isolates the entries that fail (`isolate`): they are set aside, left out (`notSetAside`) for a pause
 * that doubles with each failure up to six hours, and named in one alert for the batch. An entry that succeeds again
 * rejoins the batch, and the last one resolves the alert. Returns what `run` returned for the parts that succeeded.
 */
export function runIsolated<T extends { id: string }, Result>(
  db: Database,
  batch: Batch,
  entries: T[],
  run: (entries: T[]) => Promise<Result>,
): Promise<Result[]> {
  return runParts(db, batch, [entries], run);
}

/** `runIsolated` for what handles the entries one by one. */
export async function runEach<T extends { id: string }>(
  db: Database,
  batch: Batch,
  entries: T[],
  run: (entry: T) => Promise<unknown>,
): Promise<void> {
  const alone = entries.map((entry) => [entry]);
  await runParts(db, batch, alone, (part) => Promise.all(part.map(run)));
}

async function runParts<T extends { id: string }, Result>(
  db: Database,
  batch: Batch,
  parts: T[][],
  run: (entries: T[]) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const succeeded = new Set(parts.flat().map(({ id }) => id));
  const setEntryAside = ({ id }: T, error: unknown) => {
    succeeded.delete(id);
    return setAside(db, batch, id, error);
  };
  for (const part of parts) await isolate(part, async (some) => results.push(await run(some)), setEntryAside);
  await clearSetAside(db, batch, [...succeeded]);
  return results;
}

/**
 * Runs steps one after the other. One that fails, or whose statement takes too long, raises an alert with its name and
 * does not stop the others; the next run tries it again. `prefix` precedes their names there. Returns, by name, what
 * the steps that succeeded returned. Throws only database outages.
 */
export async function runSteps<Result>(
  db: Database,
  steps: Record<string, () => Promise<Result>>,
  prefix = "",
): Promise<Record<string, Result>> {
  const done: Record<string, Result> = {};
  const entries = Object.entries(steps).map(([name, step]) => ({ id: `${prefix}${name}`, name, step }));
  await runEach(db, "steps", entries, async ({ name, step }) => {
    done[name] = await step().catch(blameTimeout);
  });
  return done;
}

/**
 * Treats a statement or lock that took too long as the step's own failure, so that the steps after it run. If it was an
 * outage, setting the step aside fails too.
 */
function blameTimeout(error: unknown): never {
  const state = sqlState(error);
  if (state !== "57014" && state !== "55P03") throw error;
  throw new AppError("database_unavailable", { detail: `a step took too long (${state}): ${String(error)}` });
}

/** Leaves an entry out of its batch for a while; there is an alert once it has failed often enough (`alertAfter`). */
export async function setAside(db: Db, batch: Batch, entryId: string, error: unknown): Promise<void> {
  logger.error(
    { batch, entryId, err: error },
    "an entry of a batch failed, is left out for a while, and is then tried again",
  );
  await db.$executeRaw`
    INSERT INTO set_aside_entries AS entry (batch, entry_id, error, retry_at)
    VALUES (${batch}, ${entryId}, ${codeOf(error)}, now() + ${firstPauseMs}::int * interval '1 millisecond')
    ON CONFLICT (batch, entry_id) DO UPDATE SET failures = entry.failures + 1, error = EXCLUDED.error,
      last_at = now(), retry_at = now() + LEAST(${firstPauseMs}::float8 * 2 ^ LEAST(entry.failures, 20),
        ${longestPauseMs}::float8) * interval '1 millisecond'`;
  await updateBatchAlert(db, batch);
}

/** Removes the marks of entries that succeeded. */
export async function clearSetAside(db: Db, batch: Batch, entryIds: string[]): Promise<void> {
  if (entryIds.length === 0) return;
  const gone = await db.$executeRaw`
    DELETE FROM set_aside_entries WHERE batch = ${batch} AND entry_id = ANY(${entryIds}::text[])`;
  if (gone > 0) await updateBatchAlert(db, batch);
}

const isForgotten = Prisma.sql`retry_at < now() - ${forgottenAfterMs}::int * interval '1 millisecond'`;

export const forgottenEntries = Prisma.sql`SELECT FROM set_aside_entries WHERE ${isForgotten}`;

/**
 * Forgets entries whose next try has been due for two days, in all batches, even those that have no work now. Returns
 * how many.
 */
export function forgetSetAside(db: Database): Promise<number> {
  return db.$transaction(async (tx) => {
    const gone = await tx.$queryRaw<{ batch: Batch }[]>`
      DELETE FROM set_aside_entries WHERE ${isForgotten} RETURNING batch`;
    for (const batch of new Set(gone.map((entry) => entry.batch))) await updateBatchAlert(tx, batch);
    return gone.length;
  });
}

/** An SQL condition that leaves out entries that are set aside; `id` is the entry's id as text. */
export function notSetAside(batch: Batch, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM set_aside_entries AS aside
    WHERE aside.batch = ${batch} AND aside.entry_id = ${id} AND aside.retry_at > now())`;
}

/** The entries of a batch that are set aside; `isWaiting` when their pause is not over. */
export async function listSetAside(db: Db, batch: Batch): Promise<{ id: string; isWaiting: boolean }[]> {
  return db.$queryRaw`
    SELECT entry_id AS id, retry_at > now() AS "isWaiting" FROM set_aside_entries WHERE batch = ${batch}`;
}

const named = 5;

async function updateBatchAlert(db: Db, batch: Batch): Promise<void> {
  const { failures, minutes } = alertAfter(batch);
  const members = Prisma.sql`
    SELECT entry_id AS id, error, first_at + ${minutes}::int * interval '1 minute' AS since FROM set_aside_entries
    WHERE batch = ${batch} AND failures >= ${failures}::int`;
  const failing = await db.$queryRaw<{ id: string; error: string; all: number }[]>`
    SELECT id, error, (count(*) OVER ())::int AS all FROM (${members}) AS entry ORDER BY since, id LIMIT ${named}::int`;
  const key = `set_aside:${batch}`;
  const [first] = failing;
  if (!first) return resolveAlert(db, key);
  const names = failing.map(({ id, error }) => `${id} (${error})`).join(", ");
  const more = first.all > failing.length ? `, and ${first.all - failing.length} more` : "";
  const message = `Of the ${batches[batch]}, ${first.all} failed and ${first.all === 1 ? "is" : "are"} set aside: ${names}${more}. They are retried with growing pauses; the others are not affected. Search the log for their ids.`;
  await raiseAlert(db, { key, kind: "set_aside", message, members });
}

/** The code of a failure; its message may contain personal data and stays in the log. */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (error instanceof Prisma.PrismaClientKnownRequestError) return sqlState(error) ?? error.code;
  return error instanceof Error ? error.name : "unknown";
}
