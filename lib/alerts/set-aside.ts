import type { Database, Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { isolate } from "@/lib/db/isolate";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { hour, minute } from "@/lib/time";
import { raiseAlert, resolveAlert } from "./raise-alert";

/** The batches whose entries are isolated: what the entries are, and after how many failures an alert is raised. */
const batches = {
  leases: { entries: "items that are due to be sent", alertAfter: 1 },
  status: { entries: "items whose status is asked for", alertAfter: 1 },
  recheck: { entries: "completed items that are looked at again", alertAfter: 1 },
  refills: { entries: "refills", alertAfter: 1 },
  counts: { entries: "items whose counters are read", alertAfter: 1 },
  lost: { entries: "items whose worker died", alertAfter: 1 },
  late: { entries: "items that were not begun in time", alertAfter: 1 },
  paused: { entries: "orders whose target was not fixed in time", alertAfter: 1 },
  unfunded: { entries: "refunded or disputed orders with unsent items", alertAfter: 1 },
  targets: { entries: "targets whose next item may go", alertAfter: 1 },
  jobs: { entries: "rows that need a job", alertAfter: 1 },
  balances: { entries: "suppliers whose balance is asked for", alertAfter: 1 },
  // An outage of Stripe for a few minutes is not worth an alert.
  payments: { entries: "payment attempts and unpaid orders that are compared with Stripe", alertAfter: 3 },
  ledger: { entries: "payments that are compared with the ledger", alertAfter: 1 },
  steps: { entries: "steps of the sweep", alertAfter: 1 },
  tidy: { entries: "rows that are no longer needed", alertAfter: 1 },
} as const;

export type Batch = keyof typeof batches;

const firstPauseMs = minute;
/** The longest that an entry is left out of its batch at a time. */
export const longestPauseMs = 6 * hour;
// An entry that is no longer tried, because it was canceled or deleted, must not keep the alert open.
const forgottenAfterMs = 48 * hour;

/**
 * Runs a batch and isolates the entries that fail (`isolate`): they are set aside, left out (`notSetAside`) for a pause
 * that doubles with each failure up to six hours, and named in one alert for the batch. An entry that succeeds again is
 * taken back, and the alert resolved with the last one. With `isAlone` each entry is a run of its own.
 */
export async function runIsolated<T>(
  db: Database,
  batch: Batch,
  {
    entries,
    idOf,
    run,
    isAlone = false,
  }: {
    entries: readonly T[];
    idOf: (entry: T) => string;
    run: (entries: T[]) => Promise<unknown>;
    isAlone?: boolean;
  },
): Promise<void> {
  const failed = new Set<string>();
  const putAway = (entry: T, error: unknown) => {
    failed.add(idOf(entry));
    return setAside(db, batch, idOf(entry), error);
  };
  const runs = isAlone ? entries.map((entry) => [entry]) : [entries];
  for (const some of runs) await isolate(some, run, putAway);
  await takeBack(
    db,
    batch,
    entries.map(idOf).filter((id) => !failed.has(id)),
  );
}

/**
 * Runs steps one after the other. One that fails raises an alert with its name and does not stop the others; the next
 * run tries it again. Throws only an outage of the database.
 */
export async function runSteps(db: Database, steps: Record<string, () => Promise<unknown>>): Promise<void> {
  await runIsolated(db, "steps", {
    entries: Object.entries(steps),
    idOf: ([name]) => name,
    run: async (some) => {
      for (const [, step] of some) await step();
    },
    isAlone: true,
  });
}

/** Leaves an entry out of its batch for a while, with an alert. */
export async function setAside(db: Db, batch: Batch, entryId: string, error: unknown): Promise<void> {
  logger.error({ batch, entryId, err: error }, "an entry was set aside");
  await db.$executeRaw`
    INSERT INTO set_aside_entries AS entry (batch, entry_id, error, retry_at)
    VALUES (${batch}, ${entryId}, ${codeOf(error)}, now() + ${firstPauseMs}::int * interval '1 millisecond')
    ON CONFLICT (batch, entry_id) DO UPDATE SET failures = entry.failures + 1, error = EXCLUDED.error,
      last_at = now(), retry_at = now() + LEAST(${firstPauseMs}::float8 * 2 ^ LEAST(entry.failures, 20),
        ${longestPauseMs}::float8) * interval '1 millisecond'`;
  await updateBatchAlert(db, batch);
}

/** Takes back entries that succeeded, and those that were not tried for two days. */
export async function takeBack(db: Db, batch: Batch, entryIds: string[]): Promise<void> {
  if (entryIds.length === 0) return;
  const gone = await db.$executeRaw`
    DELETE FROM set_aside_entries WHERE batch = ${batch} AND (entry_id = ANY(${entryIds}::text[])
      OR retry_at < now() - ${forgottenAfterMs}::int * interval '1 millisecond')`;
  if (gone > 0) await updateBatchAlert(db, batch);
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
  const { entries, alertAfter } = batches[batch];
  const failing = await db.$queryRaw<{ id: string; error: string; all: number }[]>`
    SELECT entry_id AS id, error, (count(*) OVER ())::int AS all FROM set_aside_entries
    WHERE batch = ${batch} AND failures >= ${alertAfter}::int ORDER BY first_at, entry_id LIMIT ${named}::int`;
  const key = `set_aside:${batch}`;
  const [first] = failing;
  if (!first) return resolveAlert(db, key);
  const names = failing.map(({ id, error }) => `${id} (${error})`).join(", ");
  const more = first.all > failing.length ? `, and ${first.all - failing.length} more` : "";
  const message = `Of the ${entries}, ${first.all} failed and ${first.all === 1 ? "is" : "are"} set aside: ${names}${more}. They are retried with growing pauses; the others are not affected. Search the log for their ids.`;
  await raiseAlert(db, { key, kind: "set_aside", message });
}

/** The code of a failure; its message may contain personal data and stays in the log. */
function codeOf(error: unknown): string {
  if (error instanceof AppError) return error.code;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return /"originalCode":"(\w{5})"/.exec(JSON.stringify(error.meta ?? {}))?.[1] ?? error.code;
  }
  return error instanceof Error ? error.name : "unknown";
}
