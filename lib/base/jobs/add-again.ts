import type { Db } from "@/lib/base/db/client";
import { hour } from "@/lib/base/time/time";
import { enqueue, maxAttempts, type NewJob } from "./enqueue";

/** The beginning of the error of a job whose payload this release doesn't understand. */
export const unknownPayload = "a payload that this release does not understand";

/** How long a job whose attempts are used up waits for one more. */
const lastWaitMs = hour;

/**
 * Adds lost jobs again. A job that is still there because its attempts are used up is no lost job: it keeps their count
 * and has one more in an hour, unless its payload is another release's.
 */
export async function addAgain(db: Db, jobs: NewJob[]): Promise<void> {
  if (jobs.length === 0) return;
  const keys = jobs.map(({ key }) => key);
  const usedUp = await db.$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.reschedule_jobs(ARRAY(
        SELECT id FROM graphile_worker.jobs
        WHERE key = ANY(${keys}::text[]) AND locked_at IS NULL AND attempts >= max_attempts
          AND NOT starts_with(COALESCE(last_error, ''), ${unknownPayload})),
      run_at => now() + ${lastWaitMs}::int * interval '1 millisecond', attempts => ${maxAttempts - 1}::int)`;
  const kept = new Set(usedUp.map(({ key }) => key));
  await enqueue(
    db,
    jobs.filter(({ key }) => !kept.has(key)),
  );
}
