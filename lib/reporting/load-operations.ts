import { clockProblem } from "@/lib/clock";
import type { Db } from "@/lib/db/client";

/** What waits in the queue. */
export type QueueState = {
  /** Jobs that could run now. */
  due: number;
  /** When the one that has waited longest was due; null when none is. */
  oldestDueAt: string | null;
  running: number;
  /** Jobs whose time has not come. */
  later: number;
  /** Jobs that have used up their attempts. */
  givenUp: number;
};

export type WorkerState = {
  id: string;
  host: string;
  pid: number;
  startedAt: string;
  lastSeenAt: string;
  isAlive: boolean;
  /** By how much its own clock is ahead of the database's (behind: negative). */
  clockOffsetMs: number;
  /** Why its clock keeps it from taking work; null when it does not. */
  clockProblem: string | null;
};

/** How a supplier's calls ended. */
export type SupplierCalls = { calls: number; refused: number; unknown: number };
export type SupplierRates = { id: string; name: string; lastHour: SupplierCalls; lastDay: SupplierCalls };

/** The queue at this moment. */
export async function loadQueue(db: Db): Promise<QueueState> {
  const [row] = await db.$queryRaw<(Omit<QueueState, "oldestDueAt"> & { oldest: Date | null })[]>`
    SELECT count(*) FILTER (WHERE is_due)::int AS due, min(run_at) FILTER (WHERE is_due) AS oldest,
      count(*) FILTER (WHERE locked_at IS NOT NULL)::int AS running,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at > now())::int AS later,
      count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts)::int AS "givenUp"
    FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AND run_at <= now() AS is_due
      FROM graphile_worker.jobs) AS job`;
  if (!row) return { due: 0, oldestDueAt: null, running: 0, later: 0, givenUp: 0 };
  const { oldest, ...counts } = row;
  return { ...counts, oldestDueAt: oldest?.toISOString() ?? null };
}

/** The workers of the last day: those that live, and those that were killed. One that was stopped in order is not here. */
export async function listWorkers(db: Db, silentAfterSeconds: number): Promise<WorkerState[]> {
  const rows = await db.$queryRaw<
    (Omit<WorkerState, "startedAt" | "lastSeenAt" | "clockProblem"> & { started: Date; seen: Date })[]
  >`
    SELECT id, host, pid, started_at AS started, last_seen_at AS seen,
      last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second' AS "isAlive",
      clock_offset_ms::float8 AS "clockOffsetMs"
    FROM worker_heartbeats ORDER BY last_seen_at DESC LIMIT 50`;
  return rows.map(({ started, seen, ...row }) => ({
    ...row,
    startedAt: started.toISOString(),
    lastSeenAt: seen.toISOString(),
    clockProblem: clockProblem(row.clockOffsetMs),
  }));
}

type RateRow = { id: string; name: string; window: "hour" | "day" } & SupplierCalls;

/** Each supplier's calls of the last hour and the last day, and how many of them did not end well. */
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
