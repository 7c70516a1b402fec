import type { Database } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { enqueueRecurring, type RecurringJob } from "@/lib/jobs/enqueue-recurring";
import { logger } from "@/lib/logger";
import { day, minute } from "@/lib/time";

/**
 * Adds the recurring jobs. All workers ask for the same moment (the next whole period), so ten workers sweep no more often
 * than one. When the database is away, it logs and tries again at the next period.
 */
export function startTimers(db: Database, env: Env): { stop(): void } {
  const periods: [RecurringJob, number][] = [
    ["sweep", env.SWEEP_PERIOD_MS],
    ["poll-items", env.POLL_PERIOD_MS],
    ["poll-refills", env.POLL_PERIOD_MS],
    ["recheck-completed", 10 * minute],
    ["refresh-balances", 5 * minute],
    ["reconcile-payments", env.RECONCILE_PERIOD_MS],
    ["reconcile-events", env.RECONCILE_PERIOD_MS],
    ["reconcile-ledger", day],
    ["recheck-quarantine", env.SWEEP_PERIOD_MS],
  ];
  const timers = periods.map(([name, periodMs]) => {
    const ask = (isFirst: boolean) =>
      enqueueRecurring(db, name, { periodMs, isFirst }).catch((error: unknown) => {
        logger.warn({ job: name, err: String(error) }, "a recurring job could not be added");
      });
    // A worker that has just started runs each job at once: none may have run for a while.
    void ask(true);
    return setInterval(() => void ask(false), periodMs);
  });
  return { stop: () => timers.forEach(clearInterval) };
}
