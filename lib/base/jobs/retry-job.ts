import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/errors";
import { announceJobs } from "./enqueue";

/**
 * Runs a failed job again at once, with all its attempts; every task may run twice. Errors: not_found when it has ended
 * meanwhile; conflict while it runs.
 */
export async function retryJob(
  db: Database,
  { jobId, ...audit }: AuditContext & { jobId: bigint },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [job] = await tx.$queryRaw<{ task: string; key: string | null; attempts: number }[]>`
      SELECT task_identifier AS task, key, attempts FROM graphile_worker.jobs WHERE id = ${jobId}::bigint`;
    if (!job) throw notFound("This job has ended in the meantime. There is nothing left to do.");
    const moved = await tx.$executeRaw`
      SELECT id, ${announceJobs}
      FROM graphile_worker.reschedule_jobs(ARRAY[${jobId}::bigint], run_at => now(), attempts => 0)`;
    if (moved === 0) throw conflict("This job is running right now. Look again in a minute.");
    await recordAudit(tx, audit, "job.retried", ["job", String(jobId)], {
      before: { task: job.task, key: job.key, attempts: job.attempts },
    });
  });
}
