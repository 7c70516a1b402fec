import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { lastWaitMs } from "@/lib/base/jobs/add-again";
import { logger } from "@/lib/base/logger";
import { limits } from "@/lib/base/rate-limit/limits";
import { maxClockOffsetMs } from "@/lib/base/time/clock";
import { day, hour } from "@/lib/base/time/time";
import { longestWaitMs } from "@/lib/buyer/requests/decision-rules";
import { windowMarginMs } from "@/lib/delivery/items/evidence-limits";
import { longestCheckMs } from "@/lib/delivery/progress/next-progress";
import { recheckEveryMs } from "@/lib/delivery/progress/refill-rules";
import { refillRetryMs } from "@/lib/delivery/refills/send-refill";
import { longestDeferralMs } from "@/lib/delivery/submit/lease-item";
import { longestHoldMs, longestRefusalWaitMs } from "@/lib/delivery/submit/refusal-policy";
import { longestOpenMs, ownHolds } from "@/lib/delivery/suppliers/pace";
import { longestPauseMs } from "@/lib/mail/alerts/set-aside";
import { sessionLifetimeMs } from "@/lib/money/payments/attempt-params";
import { longestHours } from "@/lib/shop/settings/declared-settings";

// One round repairs at most this many rows of each; the next one continues.
const limit = 500;
// The longest period of a recurring job (timers.ts). Nothing else waits in the queue for that long; a retry waits for an
// hour at most.
const longestJobMs = day;
const longestLimitMs = Math.max(...Object.values(limits).map(({ windowMs }) => windowMs));

/**
 * Repairs timestamps that were written while the database's clock was ahead and would delay work until then: a wait
 * longer than its column's longest ends now, a beginning in the future becomes now, and a check is due again. Each
 * repair is logged; returns how many rows each took. Any number may run at once.
 */
export async function repairSchedules(
  db: Database,
  { pollPeriodMs }: { pollPeriodMs: number },
): Promise<Record<string, number>> {
  const repaired: Record<string, number> = {};
  for (const [what, sql] of Object.entries(repairs(pollPeriodMs))) {
    try {
      const rows = await db.$executeRaw(sql);
      if (rows === 0) continue;
      repaired[what] = rows;
      logger.warn({ what, rows }, "timestamps were too far in the future: repaired");
    } catch (error) {
      logger.error(
        { what, err: String(error) },
        "timestamps too far in the future could not be repaired; the next sweep tries again",
      );
    }
  }
  return repaired;
}

/** Sets a timestamp to now if it is further ahead than `longestMs`. */
function toNow(table: string, column: string, longestMs: number, among = Prisma.sql`true`): Prisma.Sql {
  const [rows, moment] = [Prisma.raw(table), Prisma.raw(column)];
  return Prisma.sql`
    UPDATE ${rows} SET ${moment} = now() WHERE id IN (
      SELECT id FROM ${rows} WHERE ${moment} > ${ahead(longestMs)} AND ${among}
      LIMIT ${limit}::int FOR UPDATE SKIP LOCKED)`;
}

/** The latest time at which a wait of `longestMs` may end. */
function ahead(longestMs: number): Prisma.Sql {
  return Prisma.sql`now() + ${longestMs + maxClockOffsetMs}::float8 * interval '1 millisecond'`;
}

/** For start times, which are never in the future. */
const notAtAll = 0;

function repairs(pollPeriodMs: number): Record<string, Prisma.Sql> {
  const items = (column: string, longestMs: number, among: Prisma.Sql) =>
    toNow("fulfillment_items", column, longestMs, among);
  const longestItemWait = Prisma.sql`${ahead(longestDeferralMs)} + (
    SELECT COALESCE(max(evidence_window_seconds), 0) * interval '1 second' FROM suppliers
    WHERE evidence_mode = 'dedupe_window')
    + ${windowMarginMs}::int * interval '1 millisecond'`;
  const isLost = Prisma.sql`(state = 'unknown' AND review_since IS NOT NULL)`;
  const isOpen = Prisma.sql`status IN ('creating', 'open')`;
  const isOwnHold = Prisma.sql`hold_reason = ANY(${[...ownHolds]}::text[])`;
  return {
    polls: items("next_check_at", longestCheckMs(pollPeriodMs), Prisma.sql`state ${inSet("atSupplier")}`),
    rechecks: items("next_check_at", recheckEveryMs, Prisma.sql`state = 'completed'`),
    paused: items("paused_until", longestHours * hour, Prisma.sql`state = 'paused'`),
    requests: toNow("request_decisions", "look_again_at", longestWaitMs),
    deferred: items(
      "not_before",
      longestDeferralMs,
      Prisma.sql`(state = 'ready' OR ${isLost}) AND not_before > ${longestItemWait}`,
    ),
    leases: items("leased_at", notAtAll, Prisma.sql`state = 'submitting'`),
    ready: items("updated_at", notAtAll, Prisma.sql`state = 'ready'`),
    // Such a call's beginning is lost, so it counts as too long ago for any evidence.
    calls: Prisma.sql`
      UPDATE supplier_calls SET started_at = now() - interval '30 days',
        ended_at = CASE WHEN ended_at > now() THEN now() ELSE ended_at END,
        answer = left(concat_ws(E'\n', answer, 'the database''s clock was ahead; it began at ' || started_at), 8192)
      WHERE started_at > ${ahead(notAtAll)} AND item_id IN (
        SELECT id FROM fulfillment_items WHERE state = 'submitting' OR ${isLost})`,
    setAside: Prisma.sql`
      UPDATE set_aside_entries SET retry_at = now() WHERE retry_at > ${ahead(longestPauseMs)}`,
    tokens: toNow("suppliers", "tokens_at", notAtAll),
    breakers: toNow("suppliers", "open_until", longestOpenMs + longestRefusalWaitMs),
    holds: toNow("suppliers", "hold_until", longestHoldMs, isOwnHold),
    refillPolls: toNow(
      "refills",
      "next_check_at",
      Math.max(longestCheckMs(pollPeriodMs), refillRetryMs),
      Prisma.sql`state IN ('requested', 'in_progress')`,
    ),
    refillWaits: toNow(
      "refills",
      "waiting_since",
      notAtAll,
      Prisma.sql`state IN ('requested', 'in_progress')`,
    ),
    refillLeases: toNow("refills", "updated_at", notAtAll, Prisma.sql`state = 'sending'`),
    refillRequests: toNow("refills", "created_at", notAtAll, Prisma.sql`state = 'requested'`),
    payments: toNow("payment_attempts", "expires_at", sessionLifetimeMs, isOpen),
    newPayments: toNow("payment_attempts", "created_at", notAtAll, isOpen),
    refunds: toNow("refunds", "created_at", notAtAll, Prisma.sql`status = 'requested'`),
    events: toNow("stripe_event_failures", "last_at", notAtAll),
    mails: toNow("email_log", "created_at", notAtAll, Prisma.sql`state = 'queued'`),
    answers: Prisma.sql`DELETE FROM social_cache WHERE fetched_at > ${ahead(notAtAll)}`,
    limits: Prisma.sql`
      DELETE FROM rate_limits WHERE expire > extract(epoch FROM ${ahead(longestLimitMs)}) * 1000`,
    heartbeats: toNow("worker_heartbeats", "last_seen_at", notAtAll),
    jobs: Prisma.sql`
      SELECT id FROM graphile_worker.reschedule_jobs(ARRAY(
        SELECT id FROM graphile_worker.jobs WHERE locked_at IS NULL
          AND run_at > CASE WHEN attempts > 0 THEN ${ahead(lastWaitMs)} ELSE ${ahead(longestJobMs)} END
        LIMIT ${limit}::int), run_at => now())`,
    // The queue has no function that renews a job's lease.
    lockedJobs: Prisma.sql`
      UPDATE graphile_worker._private_jobs SET locked_at = now() WHERE locked_at > ${ahead(notAtAll)}`,
  };
}
