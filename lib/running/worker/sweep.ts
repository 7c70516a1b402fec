import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { addAgain } from "@/lib/base/jobs/add-again";
import { announceJobs } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { maySend } from "@/lib/base/quarantine/database-mark";
import { dueDecisionsJob } from "@/lib/buyer/requests/decide-request";
import { carryOutWithdrawalJob, dueCancelAtSupplierJob } from "@/lib/buyer/withdrawal/withdrawal-jobs";
import { cancelUnfunded, giveUpPaused } from "@/lib/delivery/cancel/cancel-due";
import { resolveItemJob, submitItemJob } from "@/lib/delivery/items/item-jobs";
import { promoteFreeTargets } from "@/lib/delivery/items/promote-waiting";
import { watchReview } from "@/lib/delivery/items/watch-review";
import { reviewLateItems } from "@/lib/delivery/progress/late-items";
import { watchLateRefills } from "@/lib/delivery/refills/poll-refills";
import { sendRefillJob } from "@/lib/delivery/refills/refill-jobs";
import { giveUpLostCalls } from "@/lib/delivery/submit/record-unknown";
import { notSetAside, runIsolated, runSteps } from "@/lib/mail/alerts/set-aside";
import { sendMailJob } from "@/lib/mail/queue/enqueue-mail";
import { dueRefundUndeliveredJob, sendRefundJob } from "@/lib/money/refunds/refund-jobs";

type SweepDeps = {
  db: Database;
  /** Longer than any call may take, so the holder of an older lease is gone. */
  submitLeaseMs: number;
  /** A slow job fails before this, so the holder of a job that is locked for longer is gone. */
  jobLeaseMs: number;
};

// One sweep handles at most this many rows of each; the next one continues.
const limit = 500;

/**
 * Repairs what crashes and lost jobs leave behind. The rows say what is due; jobs are hints, and lost ones are added
 * again. A failing step does not stop the next ones, nor a failing row the others. Any number of sweeps may run at
 * once. Returns how much each step has repaired.
 */
export async function sweep({ db, submitLeaseMs, jobLeaseMs }: SweepDeps): Promise<Record<string, number>> {
  const steps = {
    lost: () => giveUpLostCalls(db, submitLeaseMs),
    unlocked: () => unlockJobs(db, jobLeaseMs),
    unfunded: () => cancelUnfunded(db),
    promoted: () => promoteFreeTargets(db),
    enqueued: () => enqueueDue(db),
    givenUp: () => giveUpPaused(db),
    late: () => reviewLateItems(db),
  };
  const swept = await runSteps(db, steps, "sweep:");
  await runSteps(db, { review: () => watchReview(db), refills: () => watchLateRefills(db) }, "sweep:");
  if (Object.values(swept).some((count) => count > 0)) logger.info(swept, "swept");
  return swept;
}

/** Frees the jobs of workers that are gone. A slow job fails before its lease ends, and a task may run twice. */
async function unlockJobs(db: Database, leaseMs: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    WITH gone AS (
      SELECT COALESCE(array_agg(DISTINCT locked_by), '{}') AS ids FROM graphile_worker.jobs
      WHERE locked_at < now() - ${leaseMs}::int * interval '1 millisecond'
    )
    SELECT cardinality(ids) AS count, graphile_worker.force_unlock_workers(ids)::text,
      CASE WHEN cardinality(ids) > 0 THEN ${announceJobs}::text END
    FROM gone`;
  await dropReplacedJobs(db);
  return row?.count ?? 0;
}

/**
 * Removes jobs that were replaced while they ran (the queue takes their key and attempts away) and whose worker then
 * died or failed. The queue never removes or runs them.
 */
async function dropReplacedJobs(db: Database): Promise<void> {
  await db.$executeRaw`
    SELECT id FROM graphile_worker.complete_jobs(ARRAY(
      SELECT id FROM graphile_worker.jobs
      WHERE key IS NULL AND attempts >= max_attempts AND locked_at IS NULL LIMIT ${limit}::int))`;
}

// A job whose definition says which rows need it is added here.
const dueJobs = [
  submitItemJob,
  resolveItemJob,
  sendMailJob,
  sendRefundJob,
  dueRefundUndeliveredJob,
  sendRefillJob,
  carryOutWithdrawalJob,
  dueCancelAtSupplierJob,
  dueDecisionsJob,
];

/**
 * Adds jobs for due rows whose job was lost. One that is retried is not lost, however long it waits; one that was not
 * tried yet runs no later than its row is due.
 */
async function enqueueDue(db: Database): Promise<number> {
  if (!(await maySend(db))) return 0;
  const parts = dueJobs.flatMap(({ name, prefix, due }) =>
    due
      ? Prisma.sql`(
          SELECT ${name} AS name, row.id AS "rowId", ${prefix} || row.id AS key FROM (${due}) AS row
          WHERE NOT EXISTS (SELECT FROM live WHERE live.key = ${prefix} || row.id)
          ORDER BY row.since LIMIT ${limit}::int)`
      : [],
  );
  const due = await db.$queryRaw<{ name: string; rowId: string; id: string }[]>`
    WITH live AS MATERIALIZED (
      SELECT key FROM graphile_worker.jobs
      WHERE key IS NOT NULL
        AND (locked_at IS NOT NULL
          OR (attempts < max_attempts AND (attempts > 0 OR run_at < now() + interval '1 minute')))
    ), due AS (${Prisma.join(parts, " UNION ALL ")})
    SELECT name, "rowId", key AS id FROM due WHERE ${notSetAside("jobs", Prisma.sql`due.key`)}`;
  await runIsolated(db, "jobs", due, (some) => {
    const jobs = some.map(({ name, rowId, id: key }) => ({ name, payload: { id: rowId }, key }));
    return addAgain(db, jobs);
  });
  return due.length;
}
