import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";

export type NewJob = {
  name: string;
  payload: object;
  /** A second waiting job with the same key replaces the first. */
  key: string;
  /** Jobs of one queue run one at a time in all workers. */
  queue?: string;
  /** Lower runs first; 0 unless given. */
  priority?: number;
  /** Runs after this many milliseconds, by the database's clock. */
  inMs?: number;
  /** A time that was read from the database; replaces `inMs`. */
  runAt?: Date | undefined;
};

/** How often the queue tries a job, with growing waits. After that it has one more try an hour while its row is due. */
export const maxAttempts = 8;

/** SQL that lets workers look for due jobs at once. The queue announces jobs that are added, and no others. */
export const announceJobs = Prisma.sql`pg_notify('jobs:insert', '{"count":1}')`;

/**
 * Adds jobs in one statement, in the caller's transaction: they exist only if the change they follow does. The queue is
 * graphile-worker, whose `add_job` is plain SQL.
 */
export async function enqueue(db: Db, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await db.$executeRaw`
    SELECT graphile_worker.add_job(
      job.name, payload => job.payload, queue_name => job.queue, job_key => job.key,
      priority => COALESCE(job.priority, 0), max_attempts => ${maxAttempts}::int,
      run_at => COALESCE(job."runAt", now() + COALESCE(job."inMs", 0) * interval '1 millisecond'))
    FROM json_to_recordset(${JSON.stringify(jobs)}::json) AS job(name text, payload json, key text, queue text,
      priority int, "inMs" float, "runAt" timestamptz)`;
}
