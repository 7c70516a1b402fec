import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import { recheckEnded } from "@/lib/delivery/progress/recheck-ended";
import { control } from "../support/control";
import type { Violation } from "../support/invariants";
import type { Admin } from "./admin";
import { letDayPass, letPagesExpire, letPausesEnd, letTimePass } from "./clock";
import { retrying } from "./retrying";
import type { TestShop } from "./test-shop";

const stripeSchema = z.object({
  sessions: z.array(z.object({ id: z.string(), status: z.string() })),
  events: z.array(z.object({ id: z.string(), type: z.string(), pending_webhooks: z.number() })),
});

/**
 * After the faults: lets time pass and the administrator decide until no work is left. Returns what is still left after
 * `longestMs`, each as a violation.
 */
export async function finishWork(testShop: TestShop, admin: Admin, longestMs: number): Promise<Violation[]> {
  const { db, pool } = testShop.connection;
  const until = Date.now() + longestMs;
  await closePages(testShop);
  let left: string[] = ["everything"];
  let quietRounds = 0;
  while (quietRounds < 2) {
    if (Date.now() > until)
      return [...left, ...(await stateOfQueue(db))].map((what) => ({ invariant: "hang", what }));
    await retrying(() => letTimePass(pool, 60_000));
    await retrying(() => letPagesExpire(pool));
    await retrying(() => letPausesEnd(pool));
    await admin.work();
    left = await retrying(() => whatMoves(db));
    if (left.length === 0) left = await owedEvents(testShop);
    quietRounds = left.length === 0 ? quietRounds + 1 : 0;
    if (quietRounds === 1) {
      // The daily check notices completions that a supplier took back. It runs only now that all is quiet, because it
      // asks about every item and would keep the workers from what is left.
      await retrying(() => letDayPass(pool));
      await retrying(() => recheckEnded({ db, provider: testShop.provider }));
    }
    await wait(400);
  }
  return [];
}

/** Buyers who left do not come back: their pages expire now instead of after three quarters of an hour. */
async function closePages({ urls }: TestShop): Promise<void> {
  const { sessions } = stripeSchema.parse(await (await fetch(`${urls.stripe}/_control`)).json());
  for (const { id, status } of sessions) {
    if (status === "open") await control(`${urls.stripe}/_control/expire/${id}`);
  }
}

async function owedEvents({ urls }: TestShop): Promise<string[]> {
  const { events } = stripeSchema.parse(await (await fetch(`${urls.stripe}/_control`)).json());
  return events
    .filter((event) => event.pending_webhooks > 0)
    .map((event) => `event ${event.id} (${event.type}) is not delivered`);
}

/** The state of the queue, the workers and the sessions, which shows whether a worker died or a job waits. */
async function stateOfQueue(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ what: string }[]>`
    SELECT concat_ws(' ', count(*), task_identifier, 'jobs, due:', count(*) FILTER (WHERE run_at <= now()), 'locked:',
      count(locked_at), 'since', min(locked_at), 'attempts:', max(attempts), left(max(last_error), 200)) AS what
      FROM graphile_worker.jobs GROUP BY task_identifier
    UNION ALL SELECT concat_ws(' ', 'quarantine:', coalesce(quarantine_reason, 'none'), 'known as', identity, 'now', database_identity())
      FROM shop_state
    UNION ALL SELECT concat_ws(' ', 'worker', pid, 'was last seen', now() - last_seen_at, 'ago') FROM worker_heartbeats
    UNION ALL SELECT concat_ws(' ', count(*), 'sessions', state, wait_event, 'for at most', max(now() - state_change), left(query, 80))
      FROM pg_stat_activity WHERE datname = current_database() GROUP BY state, wait_event, left(query, 80)`;
  return rows.map((row) => row.what);
}

/** Everything in the database that is still in progress. */
async function whatMoves(db: Database): Promise<string[]> {
  const rows = await db.$queryRaw<{ what: string }[]>`
    SELECT 'item ' || item.id || ' of order ' || order_id || ' is ' || state || ' (' || COALESCE(reason, '') || ')'
      || CASE WHEN orders.blocked_at IS NULL THEN '' ELSE ', its order blocked' END AS what
      FROM fulfillment_items AS item JOIN orders ON orders.id = order_id
      WHERE state NOT IN ('completed', 'partial', 'canceled')
    UNION ALL SELECT 'order ' || id || ' is ' || status FROM orders WHERE status IN ('pending', 'processing')
    UNION ALL SELECT 'refund ' || id || ' of order ' || order_id || ' is ' || status FROM refunds
      WHERE status IN ('requested', 'pending', 'held')
    UNION ALL SELECT 'refill ' || id || ' of item ' || item_id || ' is ' || state || ' (' || COALESCE(reason, '') || ')' FROM refills
      WHERE state NOT IN ('completed', 'rejected')
    UNION ALL SELECT 'attempt ' || number || ' of order ' || order_id || ' is ' || status FROM payment_attempts
      WHERE status IN ('creating', 'open')
    UNION ALL SELECT 'mail ' || key || ' is ' || state || ' (' || COALESCE(error, '') || ')' FROM email_log WHERE state <> 'sent'
    UNION ALL SELECT concat_ws(' ', 'job', task_identifier, key, 'is left after', attempts, 'attempts, locked by', locked_by, 'since', locked_at, left(last_error, 300))
      FROM graphile_worker.jobs
      WHERE task_identifier IN ('submit-item', 'resolve-item', 'cancel-late-item', 'send-refill', 'send-mail', 'send-refund', 'refund-undelivered')
        OR (task_identifier IN ('count-targets', 'decide-drops') AND run_at <= now())
    UNION ALL SELECT 'event ' || id || ' (' || type || ') is not handled' FROM stripe_events WHERE outcome IS NULL
    UNION ALL SELECT 'order ' || id || ' is owed a refund that was not requested'
      FROM orders LEFT JOIN owed_amounts AS owed ON owed.order_id = id
      WHERE status IN ('partial', 'failed') AND payment_status <> 'disputed' AND COALESCE(owed.cents, 1) > 0
        AND owed.refund_id IS NULL
    UNION ALL SELECT 'the ledger has no fee of attempt ' || id FROM payment_attempts AS attempt
      WHERE status IN ('paid', 'duplicate')
        AND NOT EXISTS (SELECT FROM ledger_entries WHERE movement LIKE '%' || attempt.id || '%' AND account = 'stripe_fees')
    LIMIT 100`;
  return rows.map((row) => row.what);
}
