import type { Database } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { enqueue } from "@/lib/jobs/enqueue";
import type { JobName } from "@/lib/jobs/jobs";
import { logger } from "@/lib/logger";
import { day, minute } from "@/lib/time";

type Recurring = Extract<
  JobName,
  | "sweep"
  | "poll-items"
  | "recheck-completed"
  | "poll-refills"
  | "refresh-balances"
  | "reconcile-payments"
  | "reconcile-events"
  | "reconcile-books"
>;

/**
 * Keeps the recurring jobs coming. Every worker asks for the same job at the same moment (the next whole period), so
 * ten workers sweep no more often than one. A database that is away costs a log line; the next beat tries again.
 */
export function startTimers(db: Database, env: Env): { stop(): void } {
  const periods: [Recurring, number][] = [
    ["sweep", env.SWEEP_PERIOD_MS],
    ["poll-items", env.POLL_PERIOD_MS],
    ["poll-refills", env.POLL_PERIOD_MS],
    ["recheck-completed", 10 * minute],
    ["refresh-balances", 5 * minute],
    ["reconcile-payments", env.RECONCILE_PERIOD_MS],
    ["reconcile-events", env.RECONCILE_PERIOD_MS],
    ["reconcile-books", day],
  ];
  const timers = periods.map(([name, periodMs]) => {
    const ask = (runAt: Date) =>
      enqueue(db, [{ name, payload: {}, key: name, runAt, keepsRunAt: true }]).catch((error: unknown) => {
        logger.warn({ job: name, err: String(error) }, "a recurring job could not be added");
      });
    // A worker that has just started sees to what happened while none was there.
    void ask(new Date());
    return setInterval(() => void ask(nextWholePeriod(Date.now(), periodMs)), periodMs);
  });
  return { stop: () => timers.forEach(clearInterval) };
}

/** The first whole multiple of the period after `now`, in Unix milliseconds. */
export function nextWholePeriod(now: number, periodMs: number): Date {
  return new Date((Math.floor(now / periodMs) + 1) * periodMs);
}
