import type { Database, Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import type { Env } from "@/lib/base/env/env";
import { maxAttempts } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { tasks } from "./tasks";

/**
 * Adds the recurring jobs. All workers schedule them for the same time (the next whole period), so ten workers sweep no
 * more often than one. When the database is away, it logs and tries again at the next period.
 */
export function startTimers(db: Database, env: Env): { stop(): void } {
  const timers = tasks.flatMap(({ name, periodMs: periodOf, isNeeded }) => {
    if (!periodOf) return [];
    const periodMs = periodOf(env);
    const ask = (isFirst: boolean) =>
      enqueueRecurring(db, name, { periodMs, isFirst, isNeeded }).catch((error: unknown) => {
        logger.warn(
          { job: name, err: String(error) },
          "a recurring job could not be added; the next period tries again",
        );
      });
    // A worker that has just started runs each job at once, because none may have run for a while.
    void ask(true);
    return [setInterval(() => void ask(false), periodMs)];
  });
  return { stop: () => timers.forEach(clearInterval) };
}

/**
 * Adds a recurring job unless it is waiting already: for the next whole period of the database's clock, or for now
 * (`isFirst`). A job that waits longer than a period was scheduled by a wrong clock; it is rescheduled, with a log
 * line. Adds nothing while there is nothing for it to do (`isNeeded`), because a job costs nine statements.
 */
export async function enqueueRecurring(
  db: Db,
  name: string,
  { periodMs, isFirst, isNeeded }: { periodMs: number; isFirst: boolean; isNeeded?: Prisma.Sql | undefined },
): Promise<void> {
  const [row] = await db.$queryRaw<{ late: Date | null }[]>`
    WITH asked AS (
      SELECT CASE WHEN ${isFirst} THEN now() ELSE to_timestamp(
        (floor(extract(epoch FROM now()) * 1000 / ${periodMs}::float8) + 1) * ${periodMs}::float8 / 1000) END AS run_at,
        (SELECT run_at FROM graphile_worker.jobs WHERE key = ${name} AND locked_at IS NULL
          AND run_at > now() + ${periodMs}::float8 * interval '1 millisecond') AS late
    )
    SELECT asked.late, (graphile_worker.add_job(${name}, payload => '{}'::json, job_key => ${name}, max_attempts => ${maxAttempts}::int,
      run_at => asked.run_at,
      job_key_mode => CASE WHEN asked.late IS NULL THEN 'preserve_run_at' ELSE 'replace' END)).id
    FROM asked WHERE ${isFirst} OR ${isNeeded ?? Prisma.sql`true`}`;
  if (row?.late)
    logger.warn({ job: name, wasAt: row.late }, "a recurring job was scheduled too far ahead: repaired");
}
