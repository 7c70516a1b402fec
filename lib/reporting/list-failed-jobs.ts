import type { Db } from "@/lib/db/client";

/** A job whose last run failed. Times are ISO 8601. */
export type FailedJob = {
  /** The queue's number; text, because JSON has no such numbers. */
  id: string;
  task: string;
  /** Names the row it is about. */
  key: string | null;
  attempts: number;
  maxAttempts: number;
  /** The first line of its last error. */
  error: string;
  /** When it runs again; null when it has used up its attempts. */
  nextRunAt: string | null;
  createdAt: string;
};

type JobRow = Omit<FailedJob, "nextRunAt" | "createdAt"> & { runAt: Date; createdAt: Date };

const longestError = 300;

/** Jobs that failed and have not succeeded since: first those that were given up, the oldest of each first. */
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
