import { clockProblem } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import type { OperatorAlert } from "@/lib/db/generated/client";
import { plain } from "@/lib/time";

export type QueueState = {
  /** Jobs that could run now. */
  due: number;
  /** Since when the oldest one is due; null when none is. */
  oldestDueAt: string | null;
  running: number;
  /** Jobs scheduled for later. */
  later: number;
  /** Jobs without attempts left. */
  givenUp: number;
};

export type WorkerState = {
  id: string;
  host: string;
  pid: number;
  startedAt: string;
  lastSeenAt: string;
  isAlive: boolean;
  /** How far its clock is ahead of the database's; negative when behind. */
  clockOffsetMs: number;
  /** Why its clock stops it from taking work; null when it does not. */
  clockProblem: string | null;
};

/** The outcomes of a supplier's calls. */
export type SupplierCalls = { calls: number; refused: number; unknown: number };
export type SupplierRates = { id: string; name: string; lastHour: SupplierCalls; lastDay: SupplierCalls };

/** The queue now. */
export async function loadQueue(db: Db): Promise<QueueState> {
  const [row] = await db.$queryRaw<(Omit<QueueState, "oldestDueAt"> & { oldestDueAt: Date | null })[]>`
    SELECT count(*) FILTER (WHERE is_due)::int AS due, min(run_at) FILTER (WHERE is_due) AS "oldestDueAt",
      count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now())::int AS later,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS "givenUp"
    FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AND run_at <= now() AS is_due
      FROM graphile_worker.jobs) AS job`;
  if (!row) return { due: 0, oldestDueAt: null, running: 0, later: 0, givenUp: 0 };
  return { ...row, oldestDueAt: row.oldestDueAt?.toISOString() ?? null };
}

type WorkerRow = Omit<WorkerState, "startedAt" | "lastSeenAt" | "clockProblem"> & {
  startedAt: Date;
  lastSeenAt: Date;
};

/** The workers of the last day that are alive or were killed; one that stopped normally has deleted its row. */
export async function listWorkers(db: Db, silentAfterSeconds: number): Promise<WorkerState[]> {
  const rows = await db.$queryRaw<WorkerRow[]>`
    SELECT id, host, pid, started_at AS "startedAt", last_seen_at AS "lastSeenAt",
      last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second' AS "isAlive",
      clock_offset_ms::float8 AS "clockOffsetMs"
    FROM worker_heartbeats ORDER BY last_seen_at DESC LIMIT 50`;
  return rows.map((row) => ({
    ...plain(row, ["id", "host", "pid", "startedAt", "lastSeenAt", "isAlive", "clockOffsetMs"]),
    clockProblem: clockProblem(row.clockOffsetMs),
  }));
}

type RateRow = { id: string; name: string; window: "hour" | "day" } & SupplierCalls;

/** Each supplier's calls of the last hour and the last day, and how many of them failed. */
export async function loadSupplierRates(db: Db): Promise<SupplierRates[]> {
  const rows = await db.$queryRaw<RateRow[]>`
    SELECT supplier.id, supplier.name, span.name AS window, count(call.id)::int AS calls,
      count(call.id) FILTER (WHERE call.outcome = 'rejected')::int AS refused,
      count(call.id) FILTER (WHERE call.outcome = 'unknown')::int AS unknown
    FROM suppliers AS supplier
    CROSS JOIN (VALUES ('hour', interval '1 hour'), ('day', interval '1 day')) AS span(name, length)
    LEFT JOIN supplier_calls AS call ON call.supplier_id = supplier.id AND call.started_at > now() - span.length
    GROUP BY supplier.id, supplier.name, span.name ORDER BY supplier.name, supplier.id`;
  const found = new Map<string, SupplierRates>();
  const none = { calls: 0, refused: 0, unknown: 0 };
  for (const { id, name, window, ...calls } of rows) {
    const rates = found.get(id) ?? { id, name, lastHour: none, lastDay: none };
    found.set(id, { ...rates, [window === "hour" ? "lastHour" : "lastDay"]: calls });
  }
  return [...found.values()];
}

export type AlertRow = Awaited<ReturnType<typeof listAlerts>>[number];

/**
 * Open alerts, the oldest first, then those of the last seven days that are resolved, the newest first. An open dispute
 * is left out: it is in review, with its deadline.
 */
export async function listAlerts(db: Db, { limit }: { limit: number }) {
  const rows = await db.$queryRaw<OperatorAlert[]>`
    SELECT key, message, first_at AS "firstAt", last_at AS "lastAt", resolved_at AS "resolvedAt", times
    FROM operator_alerts
    WHERE (resolved_at IS NULL AND kind <> 'dispute') OR resolved_at > now() - interval '7 days'
    ORDER BY resolved_at DESC NULLS FIRST, first_at LIMIT ${limit}::int`;
  return rows.map((row) => plain(row, ["key", "message", "firstAt", "lastAt", "resolvedAt", "times"]));
}

/** The newest Stripe events, each with the message of its handler. */
export async function listStripeEvents(db: Db, { limit }: { limit: number }) {
  const rows = await db.stripeEvent.findMany({ orderBy: { receivedAt: "desc" }, take: limit });
  return rows.map((row) => ({
    ...plain(row, ["id", "type", "receivedAt"]),
    outcome: row.outcome ?? "Stored; a worker handles it.",
  }));
}

/** A job whose last run failed. Times are ISO 8601. */
export type FailedJob = {
  /** The queue's bigint, as text for JSON. */
  id: string;
  task: string;
  /** Identifies the row that the job is about. */
  key: string | null;
  attempts: number;
  maxAttempts: number;
  /** The first line of its last error. */
  error: string;
  /** When it runs again; null when its attempts are used up. */
  nextRunAt: string | null;
  createdAt: string;
};

type JobRow = Omit<FailedJob, "nextRunAt" | "createdAt"> & { runAt: Date; createdAt: Date };

const longestError = 300;

/** Jobs whose last run failed: first those without attempts left, the oldest of each first. */
export async function listFailedJobs(db: Db, { limit }: { limit: number }): Promise<FailedJob[]> {
  const rows = await db.$queryRaw<JobRow[]>`
    SELECT id::text, task_identifier AS task, key, attempts::int, max_attempts::int AS "maxAttempts",
      left(split_part(last_error, E'\n', 1), ${longestError}::int) AS error, run_at AS "runAt", created_at AS "createdAt"
    FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND attempts > 0
    ORDER BY attempts < max_attempts, created_at, id LIMIT ${limit}::int`;
  return rows.map(({ runAt, createdAt, ...row }) => ({
    ...row,
    nextRunAt: row.attempts < row.maxAttempts ? runAt.toISOString() : null,
    createdAt: createdAt.toISOString(),
  }));
}
