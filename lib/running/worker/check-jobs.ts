import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { unknownPayload } from "@/lib/base/jobs/add-again";
import { watchMembers } from "@/lib/mail/alerts/raise-alert";

// While workers are replaced, both releases run, and the other one takes the job.
const lateAfterMinutes = 10;

/**
 * Raises an alert when jobs of another release have waited for ten minutes: their task is not among the `known`, so no
 * worker of this release takes them, or their payload is not understood. Resolves it when there are none. Recurring
 * jobs, whose key is their task, don't count: a release that was rolled back leaves one of each behind.
 */
export function checkJobs(db: Database, known: string[]): Promise<void> {
  const members = Prisma.sql`
    SELECT task_identifier AS task, created_at + ${lateAfterMinutes}::int * interval '1 minute' AS since
    FROM graphile_worker.jobs
    WHERE key IS DISTINCT FROM task_identifier AND locked_at IS NULL
      AND created_at < now() - ${lateAfterMinutes}::int * interval '1 minute'
      AND (starts_with(last_error, ${unknownPayload}) OR (task_identifier <> ALL(${known}) AND run_at <= now()))`;
  const message = async () => {
    const waiting = await db.$queryRaw<{ task: string; count: number }[]>`
      SELECT task, count(*)::int AS count FROM (${members}) AS job GROUP BY task ORDER BY task`;
    const list = waiting.map(({ task, count }) => `${task} (${count})`).join(", ");
    return `This release does not understand some waiting jobs that another release added: ${list}. Start a worker of that release, then rerun the failed ones from Operations.`;
  };
  return watchMembers(db, { key: "jobs", kind: "worker", members, message });
}
