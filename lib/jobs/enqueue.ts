import type { Db } from "@/lib/db/client";
import type { JobName, JobPayload } from "./jobs";

export type NewJob<Name extends JobName = JobName> = {
  name: Name;
  payload: JobPayload<Name>;
  /** One waiting job a key: a second one replaces the first. */
  key: string;
  runAt?: Date;
  /** A job that waits under the key keeps its time: callers that ask again and again can't put it off for ever. */
  keepsRunAt?: boolean;
};

/**
 * Adds jobs in one statement, in the caller's transaction: they exist if and only if the change they follow does.
 * The queue is graphile-worker; its `add_job` is plain SQL, so the web process needs no client of it.
 */
export async function enqueue(db: Db, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const rows = JSON.stringify(
    jobs.map((job) => ({
      name: job.name,
      payload: job.payload,
      key: job.key,
      run_at: job.runAt?.toISOString() ?? null,
      mode: job.keepsRunAt ? "preserve_run_at" : "replace",
    })),
  );
  await db.$executeRaw`
    SELECT graphile_worker.add_job(
      job.name, payload => job.payload, job_key => job.key, run_at => COALESCE(job.run_at, now()), max_attempts => 8,
      job_key_mode => job.mode)
    FROM json_to_recordset(${rows}::json) AS job(name text, payload json, key text, run_at timestamptz, mode text)`;
}
