import type { Db } from "@/lib/base/db/client";
import type { OperatorAlert, WorkerHeartbeat } from "@/lib/base/db/generated/client";
import { clockProblem } from "@/lib/base/time/clock";
import { silentAfterSeconds } from "@/lib/running/watch/check-workers";

export type QueueState = {
  /** Jobs that could run now. */
  due: number;
  /** Since when the oldest one is due; null when none is. */
  oldestDueAt: Date | null;
  running: number;
  later: number;
  /** Jobs without attempts left. */
  givenUp: number;
};

type Heartbeat = Omit<WorkerHeartbeat, "clockOffsetMs"> & {
  isAlive: boolean;
  /** How far its clock is ahead of the database's; negative when behind. */
  clockOffsetMs: number;
};

/** `clockProblem`: why its clock stops it from taking work; null when it does not. */
export type WorkerState = Heartbeat & { clockProblem: string | null };

export type SupplierCalls = { calls: number; refused: number; unknown: number };
export type SupplierRates = { id: string; name: string; lastHour: SupplierCalls; lastDay: SupplierCalls };

/** How many jobs of the queue are due, running and failed now. */
export async function loadQueue(db: Db): Promise<QueueState> {
  const [row] = await db.$queryRaw<QueueState[]>`
    SELECT count(*) FILTER (WHERE is_due)::int AS due, min(run_at) FILTER (WHERE is_due) AS "oldestDueAt",
      count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now())::int AS later,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS "givenUp"
    FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AND run_at <= now() AS is_due
      FROM graphile_worker.jobs) AS job`;
  return row ?? { due: 0, oldestDueAt: null, running: 0, later: 0, givenUp: 0 };
}

/** The workers of the last day that are alive or were killed; one that stopped normally has deleted its row. */
export async function listWorkers(db: Db): Promise<WorkerState[]> {
  const rows = await db.$queryRaw<Heartbeat[]>`
    SELECT id, host, pid, started_at AS "startedAt", last_seen_at AS "lastSeenAt",
      last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second' AS "isAlive",
      clock_offset_ms::float8 AS "clockOffsetMs"
    FROM worker_heartbeats ORDER BY last_seen_at DESC LIMIT 50`;
  return rows.map((row) => ({ ...row, clockProblem: clockProblem(row.clockOffsetMs) }));
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

export type AlertRow = Pick<OperatorAlert, "key" | "message" | "firstAt" | "resolvedAt" | "times">;

/**
 * Open alerts, the oldest first, then those of the last seven days that are resolved, the newest first. The alert of an
 * open dispute is left out, because Needs me lists the dispute with its deadline.
 */
export function listAlerts(db: Db, { limit }: { limit: number }): Promise<AlertRow[]> {
  return db.$queryRaw`
    SELECT key, message, first_at AS "firstAt", resolved_at AS "resolvedAt", times
    FROM operator_alerts
    WHERE (resolved_at IS NULL AND kind <> 'dispute') OR resolved_at > now() - interval '7 days'
    ORDER BY resolved_at DESC NULLS FIRST, first_at LIMIT ${limit}::int`;
}

/** The newest Stripe events, each with the message of its handler; null until a worker has handled it. */
export function listStripeEvents(db: Db, { limit }: { limit: number }) {
  return db.stripeEvent.findMany({ orderBy: { receivedAt: "desc" }, take: limit });
}

/** A job whose last run failed. */
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
  nextRunAt: Date | null;
};

const longestError = 300;

/** Jobs whose last run failed: first those without attempts left, the oldest of each first. */
export function listFailedJobs(db: Db, { limit }: { limit: number }): Promise<FailedJob[]> {
  return db.$queryRaw`
    SELECT id::text, task_identifier AS task, key, attempts::int, max_attempts::int AS "maxAttempts",
      left(split_part(last_error, E'\n', 1), ${longestError}::int) AS error,
      CASE WHEN attempts < max_attempts THEN run_at END AS "nextRunAt"
    FROM graphile_worker.jobs WHERE last_error IS NOT NULL AND attempts > 0
    ORDER BY attempts < max_attempts, created_at, jobs.id LIMIT ${limit}::int`;
}
