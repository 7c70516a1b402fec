import type { Database } from "@/lib/db/client";
import type { Env } from "@/lib/env";
import { enqueueRecurring } from "@/lib/jobs/enqueue-recurring";
import { logger } from "@/lib/logger";
import { tasks } from "./tasks";

/**
 * Adds the recurring jobs. All workers schedule them for the same time (the next whole period), so ten workers sweep no
 * more often than one. When the database is away, it logs and tries again at the next period.
 */
export function startTimers(db: Database, env: Env): { stop(): void } {
  const timers = tasks.flatMap(({ name, periodMs: periodOf }) => {
    if (!periodOf) return [];
    const periodMs = periodOf(env);
    const ask = (isFirst: boolean) =>
      enqueueRecurring(db, name, { periodMs, isFirst }).catch((error: unknown) => {
        logger.warn({ job: name, err: String(error) }, "a recurring job could not be added");
      });
    // A worker that has just started runs each job at once, because none may have run for a while.
    void ask(true);
    return [setInterval(() => void ask(false), periodMs)];
  });
  return { stop: () => timers.forEach(clearInterval) };
}
