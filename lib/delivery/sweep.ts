import { notSetAside, runIsolated, runSteps } from "@/lib/alerts/set-aside";
import type { Database } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { maySend } from "@/lib/quarantine/database-mark";
import { cancelUnfunded, giveUpPaused } from "./cancel-due";
import { evidenceIsOver } from "./evidence-limits";
import { reviewLateStarts } from "./progress/late-starts";
import { isTargetFree, promoteWaiting } from "./promote-waiting";
import { watchReview } from "./watch-review";

export type SweepDeps = {
  db: Database;
  /** The process that holds an older lease is gone; longer than any call may take. */
  submitLeaseMs: number;
  /** The process that holds a job for longer is gone; longer than any task may take. */
  jobLeaseMs: number;
  /** Where alerts go when the settings name no address. */
  supportEmail: string;
};

/** What a sweep found to do, by kind. */
export type Swept = {
  lost: number;
  unlocked: number;
  promoted: number;
  enqueued: number;
  /** Orders whose target was not fixed in time. */
  givenUp: number;
  /** Items that their supplier has not begun in time. */
  late: number;
  /** Orders with unsent items whose payment was refunded or is disputed. */
  unfunded: number;
};

// One sweep takes this much of each; the next one goes on.
const limit = 500;

/**
 * Repairs what crashes and lost jobs leave behind. The rows say what is due; jobs are hints, and lost ones are added
 * again. A step that fails does not stop the next ones, nor does a row its siblings. Any number of sweeps may run at once.
 */
export async function sweep(deps: SweepDeps): Promise<Swept> {
  const { db, submitLeaseMs, jobLeaseMs, supportEmail } = deps;
  const swept = { lost: 0, unlocked: 0, promoted: 0, enqueued: 0, givenUp: 0, late: 0, unfunded: 0 };
  const steps: Record<keyof Swept, () => Promise<number>> = {
    lost: () => giveUpLostCalls(db, submitLeaseMs),
    unlocked: () => unlockJobs(db, jobLeaseMs),
    unfunded: () => cancelUnfunded(db),
    promoted: () => promoteFreeTargets(db),
    enqueued: () => enqueueDue(db),
    givenUp: () => giveUpPaused(db),
    late: () => reviewLateStarts(db, supportEmail),
  };
  const counted = Object.entries(steps).map(([name, step]) => [
    `sweep:${name}`,
    async () => {
      Object.assign(swept, { [name]: await step() });
    },
  ]);
  await runSteps(db, {
    ...Object.fromEntries(counted),
    "sweep:review": () => watchReview(db, supportEmail),
  });
  if (Object.values(swept).some((count) => count > 0)) logger.info(swept, "swept");
  return swept;
}

/** Gives up the calls of workers that died: nothing tells whether the supplier acted, so the items become unknown. */
async function giveUpLostCalls(db: Database, leaseMs: number): Promise<number> {
  const isLost = Prisma.sql`
    state = 'submitting' AND leased_at < now() - ${leaseMs}::int * interval '1 millisecond'`;
  const lost = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM fulfillment_items WHERE ${isLost} AND ${notSetAside("lost", Prisma.sql`fulfillment_items.id::text`)}
    ORDER BY leased_at LIMIT ${limit}::int`;
  let count = 0;
  await runIsolated(db, "lost", {
    entries: lost,
    idOf: ({ id }) => id,
    run: async (items) => {
      count += await giveUp(
        db,
        items.map(({ id }) => id),
        isLost,
      );
    },
  });
  return count;
}

async function giveUp(db: Database, ids: string[], isLost: Prisma.Sql): Promise<number> {
  const given = await db.$queryRaw<{ itemId: string; orderId: string }[]>`
    WITH expired AS (
      SELECT id FROM fulfillment_items WHERE id = ANY(${ids}::uuid[]) AND ${isLost} FOR UPDATE SKIP LOCKED
    ), lost AS (
      UPDATE fulfillment_items AS item
      SET state = 'unknown', reason = 'worker_lost', review_since = now(), updated_at = now()
      FROM expired WHERE item.id = expired.id
      RETURNING item.id, item.order_id, item.attempt
    ), call AS (
      UPDATE supplier_calls AS call SET outcome = 'unknown', reason = 'worker_lost', ended_at = now()
      FROM lost WHERE call.item_id = lost.id AND call.attempt = lost.attempt AND call.outcome IS NULL
    ), event AS (
      INSERT INTO order_events (order_id, item_id, type, "from", "to", data)
      SELECT order_id, id, 'item.changed', 'submitting', 'unknown', jsonb_build_object('reason', 'worker_lost') FROM lost
    )
    SELECT id AS "itemId", order_id AS "orderId" FROM lost`;
  for (const item of given) logger.warn({ ...item, reason: "worker_lost" }, "an item needs manual review");
  return given.length;
}

/** Frees the jobs of workers that are gone. Tasks are cut off before the lease ends, and may run twice. */
async function unlockJobs(db: Database, leaseMs: number): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    WITH gone AS (
      SELECT COALESCE(array_agg(DISTINCT locked_by), '{}') AS ids FROM (
        SELECT locked_by, locked_at FROM graphile_worker.jobs
        -- A named queue stays locked when its running job is deleted.
        UNION ALL SELECT locked_by, locked_at FROM graphile_worker._private_job_queues
      ) AS held
      WHERE locked_at < now() - ${leaseMs}::int * interval '1 millisecond'
    )
    SELECT cardinality(ids) AS count, graphile_worker.force_unlock_workers(ids)::text FROM gone`;
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

async function promoteFreeTargets(db: Database): Promise<number> {
  const free = await db.$queryRaw<{ target_key: string }[]>`
    SELECT DISTINCT target_key FROM fulfillment_items AS item
    WHERE state = 'waiting' AND ${isTargetFree} AND ${notSetAside("targets", Prisma.sql`item.target_key`)}
    LIMIT ${limit}::int`;
  let promoted = 0;
  await runIsolated(db, "targets", {
    entries: free.map((row) => row.target_key),
    idOf: (key) => key,
    run: async (keys) => {
      promoted += await db.$transaction((tx) => promoteWaiting(tx, keys));
    },
  });
  return promoted;
}

type DueJob = {
  name: "submit-item" | "resolve-item" | "send-mail" | "send-refund" | "refund-undelivered";
  id: string;
  key: string;
};

/** Adds jobs for due rows that have none, or none that runs now or within a minute. */
async function enqueueDue(db: Database): Promise<number> {
  if (!(await maySend(db))) return 0;
  const due = await db.$queryRaw<DueJob[]>`
    WITH live AS MATERIALIZED (
      SELECT key FROM graphile_worker.jobs
      WHERE key IS NOT NULL
        AND (locked_at IS NOT NULL OR (attempts < max_attempts AND run_at < now() + interval '1 minute'))
    ), due AS (
      (SELECT 'submit-item' AS name, id, 'submit:' || id AS key FROM fulfillment_items
        WHERE state = 'ready' AND COALESCE(not_before, '-infinity') <= now()
          AND updated_at < now() - interval '1 second'
          AND NOT EXISTS (SELECT FROM orders WHERE orders.id = order_id AND blocked_at IS NOT NULL)
          AND NOT EXISTS (SELECT FROM live WHERE live.key = 'submit:' || id)
        LIMIT ${limit}::int)
      UNION ALL
      (SELECT 'resolve-item', item.id, 'resolve:' || item.id FROM fulfillment_items AS item
        JOIN suppliers AS supplier ON supplier.id = item.supplier_id AND supplier.evidence_mode <> 'none'
        WHERE item.review_since IS NOT NULL AND item.state = 'unknown' AND item.lease_token IS NOT NULL
          AND COALESCE(item.reason, '') <> ALL(${evidenceIsOver}::text[])
          AND (item.not_before IS NULL OR item.not_before <= now())
          AND NOT EXISTS (SELECT FROM live WHERE live.key = 'resolve:' || item.id)
        ORDER BY item.review_since LIMIT ${limit}::int)
      UNION ALL
      (SELECT 'send-mail', id, 'mail:' || id FROM email_log
        WHERE state = 'queued' AND created_at < now() - interval '1 minute'
          AND NOT EXISTS (SELECT FROM live WHERE live.key = 'mail:' || id)
        ORDER BY created_at LIMIT ${limit}::int)
      UNION ALL
      (SELECT 'send-refund', id, 'refund:' || id FROM refunds
        WHERE status = 'requested' AND created_at < now() - interval '1 minute'
          AND NOT EXISTS (SELECT FROM live WHERE live.key = 'refund:' || id)
        ORDER BY created_at LIMIT ${limit}::int)
      UNION ALL
      (SELECT 'refund-undelivered', id, 'refund-undelivered:' || id FROM orders
        WHERE status IN ('partial', 'failed') AND paid_cents > refunded_cents
          AND created_at > now() - interval '60 days' AND finished_at < now() - interval '1 minute'
          AND payment_status <> 'disputed'
          AND NOT EXISTS (SELECT FROM refunds WHERE refunds.order_id = orders.id AND refunds.reason = 'undelivered')
          -- A share of less than half a cent is not refunded (shareOfCents).
          AND (status = 'failed' OR EXISTS (
            SELECT FROM order_fulfillment AS done WHERE done.order_id = orders.id
              AND orders.paid_cents::bigint * (orders.quantity - done.delivered) * 2 >= orders.quantity))
          -- Earlier refunds may have taken all that was paid.
          AND paid_cents > (SELECT COALESCE(sum(refunds.amount_cents), 0) FROM refunds
            JOIN payment_attempts AS attempt ON attempt.id = refunds.attempt_id AND attempt.status = 'paid'
            WHERE refunds.order_id = orders.id AND refunds.status NOT IN ('failed', 'dropped'))
          AND NOT EXISTS (SELECT FROM live WHERE live.key = 'refund-undelivered:' || id)
        LIMIT ${limit}::int)
    )
    SELECT name, id, key FROM due WHERE ${notSetAside("jobs", Prisma.sql`due.key`)}`;
  await runIsolated(db, "jobs", {
    entries: due,
    idOf: ({ key }) => key,
    run: (jobs) =>
      enqueue(
        db,
        jobs.map(({ name, id, key }) => ({ name, payload: { id }, key })),
      ),
  });
  return due.length;
}
