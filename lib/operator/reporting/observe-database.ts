import { openPool } from "@/lib/base/db/open-pool";
import { logger } from "@/lib/base/logger";
import { observe, type Reading } from "@/lib/base/telemetry/observe";
import { startStopwatch } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";
import { erasedEmail } from "@/lib/mail/address/address";
import { accountDeleted, addressSuppressed } from "@/lib/mail/queue/mail";
import { silentAfterSeconds } from "@/lib/running/watch/check-workers";

const descriptions = {
  groundswell_database_up: "1 when the database answered the last reading.",
  groundswell_workers_alive: "Workers with a heartbeat within the last minute.",
  groundswell_jobs: "Jobs by task: due, or failed without attempts left.",
  groundswell_jobs_oldest_age_seconds: "For how long the oldest due job of a task has been due.",
  groundswell_items: "Items that are not at their end, by state.",
  groundswell_items_oldest_age_seconds:
    "For how long the oldest item of a state has waited: since it was made, or could be sent, or was sent.",
  groundswell_review_items: "Items that wait for an operator.",
  groundswell_review_oldest_age_seconds: "For how long the oldest item has waited for an operator.",
  groundswell_supplier_balance: "What a supplier last said its account holds, in its currency.",
  groundswell_supplier_paused: "1 while nothing is sent to a supplier: its breaker is open, or it is held.",
  groundswell_webhooks_unhandled: "Stripe's events that are stored and not handled.",
  groundswell_webhooks_oldest_age_seconds: "The age of the oldest event that is not handled.",
  groundswell_orders_total: "Orders since the beginning: placed, paid, completed.",
  groundswell_money_cents_total: "Cents since the beginning: paid, refunded.",
  groundswell_refunds: "Refunds that are not at their end, by state.",
  groundswell_refunds_oldest_age_seconds: "The age of the oldest refund in a state.",
  groundswell_discrepancies_open:
    "Differences between Stripe, the ledger and suppliers that are not resolved.",
  groundswell_disputes_open: "Disputes that are not closed.",
  groundswell_disputes_evidence_due_seconds:
    "The time left to answer the most urgent dispute that can still be answered.",
  groundswell_mails: "Mails: queued, or failed in the last day.",
  groundswell_mails_oldest_age_seconds: "The age of the oldest queued mail.",
  groundswell_quarantine: "1 while nothing is sent, refunded or mailed.",
  groundswell_backup_age_seconds: "The age of the last backup; absent when there is none.",
  groundswell_alerts_open: "The operator's alerts that are open, by kind.",
} as const;

const statementMs = 3 * second;
const timeoutMs = 4 * second;
/** Several readers of the same moment share one statement. */
const cacheMs = 5 * second;

/**
 * Observes the shop's state in the database by one statement on a connection of its own, so that a scrape can't take
 * one from a visitor. A reading is shared for five seconds and may take at most four; when it fails,
 * `groundswell_database_up` is 0 and the other metrics keep their last values. Each web server observes, so that
 * stopped workers are seen.
 */
export function observeDatabase(databaseUrl: string): void {
  const pool = openPool(databaseUrl, 1, { statementMs, lockMs: second });
  let last: { readings: Promise<Reading[]>; ageMs: () => number; isOver: boolean } | undefined;
  observe(descriptions, () => {
    if (!last || (last.isOver && last.ageMs() > cacheMs)) {
      const next = { readings: read(), ageMs: startStopwatch(), isOver: false };
      const end = () => {
        next.isOver = true;
      };
      next.readings.then(end, end);
      last = next;
    }
    return last.readings;
  });

  // OpenTelemetry repeats the last value of a series that is not observed again.
  const seen = new Map<string, Reading>();

  async function read(): Promise<Reading[]> {
    try {
      const { rows } = await withinLimit(pool.query<Reading>(statement), timeoutMs, () => {
        throw new Error(`no answer within ${timeoutMs} ms`);
      });
      const keyOf = ({ name, labels }: Reading) => `${name} ${JSON.stringify(labels)}`;
      const found = new Set(rows.map(keyOf));
      for (const row of rows) seen.set(keyOf(row), { ...row, value: 0 });
      const gone = [...seen].filter(([key]) => !found.has(key)).map(([, zero]) => zero);
      return [{ name: "groundswell_database_up", value: 1 }, ...rows, ...gone];
    } catch (error) {
      logger.warn(
        { err: String(error) },
        "the shop's state could not be read; its metrics say that the database is down",
      );
      return [{ name: "groundswell_database_up", value: 0 }];
    }
  }
}

const ageOf = (moment: string) => `extract(epoch FROM now() - ${moment})`;

// Reads only open rows, each by a partial index, so that a reading's cost grows with what is in flight, not with all
// orders ever sold.
const statement = `
WITH jobs AS (
  SELECT task_identifier AS task, count(*) FILTER (WHERE is_due) AS due, min(run_at) FILTER (WHERE is_due) AS since,
    count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts) AS failed
  FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AND run_at <= now() AS is_due
    FROM graphile_worker.jobs) AS job GROUP BY task_identifier
), items AS (
  SELECT state::text, count(*), min(CASE
      WHEN state = 'submitting' THEN leased_at
      WHEN state IN ('submitted', 'in_progress') THEN submitted_at
      -- Since when it may be sent: not while it queued for its target, nor ever while its order is blocked. What changes
      -- a ready item also defers it.
      WHEN state <> 'ready' THEN created_at
      WHEN NOT EXISTS (SELECT FROM orders WHERE id = order_id AND blocked_at IS NOT NULL)
        THEN LEAST(GREATEST(updated_at, not_before), now()) END) AS since FROM fulfillment_items
  WHERE state IN ('ready', 'submitting', 'submitted', 'in_progress', 'unknown', 'paused') GROUP BY state
  UNION ALL
  SELECT 'waiting', count(*), min(created_at) FROM fulfillment_items WHERE state = 'waiting'
), review AS (
  SELECT count(*), min(review_since) AS since FROM fulfillment_items WHERE review_since IS NOT NULL
), events AS (
  SELECT count(*), min(received_at) AS since FROM stripe_events WHERE outcome IS NULL
), open_refunds AS (
  SELECT status::text, count(*), min(COALESCE(released_at, created_at)) AS since FROM refunds
  WHERE status IN ('requested', 'pending') GROUP BY status
  UNION ALL
  SELECT 'held', count(*), min(created_at) FROM refunds WHERE status = 'held'
), totals AS (
  SELECT sum(orders) AS placed, sum(paid_orders) AS paid, sum(completed) AS completed,
    sum(paid_cents) AS paid_cents, sum(refunded_cents) AS refunded_cents FROM order_totals
), open_disputes AS (
  -- Without the dates of answered disputes and missed ones, which would hide a later one's.
  SELECT count(*), min(evidence_due_at) FILTER (WHERE evidence_due_at > now() AND status NOT LIKE '%under_review') AS due
  FROM disputes WHERE closed_at IS NULL
), queued AS (
  SELECT count(*), min(created_at) AS since FROM email_log
    WHERE state = 'queued' AND report IS NULL
)
SELECT name, COALESCE(labels, '{}') AS labels, value::float8 AS value FROM (
  SELECT 'groundswell_workers_alive' AS name, NULL::jsonb AS labels, count(*)::numeric AS value FROM worker_heartbeats
    WHERE last_seen_at > now() - interval '${silentAfterSeconds} seconds'
  UNION ALL SELECT reading.* FROM jobs CROSS JOIN LATERAL (VALUES
    ('groundswell_jobs', jsonb_build_object('task', task, 'state', 'due'), due::numeric),
    ('groundswell_jobs', jsonb_build_object('task', task, 'state', 'failed'), failed),
    ('groundswell_jobs_oldest_age_seconds', jsonb_build_object('task', task), ${ageOf("since")})) AS reading
  UNION ALL SELECT reading.* FROM items CROSS JOIN LATERAL (VALUES
    ('groundswell_items', jsonb_build_object('state', state), count::numeric),
    ('groundswell_items_oldest_age_seconds', jsonb_build_object('state', state), ${ageOf("since")})) AS reading
  UNION ALL SELECT reading.* FROM review CROSS JOIN LATERAL (VALUES
    ('groundswell_review_items', NULL::jsonb, count::numeric),
    ('groundswell_review_oldest_age_seconds', NULL, ${ageOf("since")})) AS reading
  UNION ALL SELECT reading.* FROM suppliers CROSS JOIN LATERAL (VALUES
    ('groundswell_supplier_balance', jsonb_build_object('supplier', name, 'currency', balance_currency), balance),
    ('groundswell_supplier_paused', jsonb_build_object('supplier', name),
      (COALESCE(open_until > now(), false) OR COALESCE(hold_until > now(), false))::int)) AS reading
    WHERE is_active AND kind = 'panel_v2'
  UNION ALL SELECT reading.* FROM events CROSS JOIN LATERAL (VALUES
    ('groundswell_webhooks_unhandled', NULL::jsonb, count::numeric),
    ('groundswell_webhooks_oldest_age_seconds', NULL, ${ageOf("since")})) AS reading
  UNION ALL SELECT reading.* FROM totals CROSS JOIN LATERAL (VALUES
    ('groundswell_orders_total', jsonb_build_object('status', 'placed'), placed::numeric),
    ('groundswell_orders_total', jsonb_build_object('status', 'paid'), paid),
    ('groundswell_orders_total', jsonb_build_object('status', 'completed'), completed),
    ('groundswell_money_cents_total', jsonb_build_object('kind', 'paid'), paid_cents),
    ('groundswell_money_cents_total', jsonb_build_object('kind', 'refunded'), refunded_cents)) AS reading
  UNION ALL SELECT reading.* FROM open_refunds CROSS JOIN LATERAL (VALUES
    ('groundswell_refunds', jsonb_build_object('state', status), count::numeric),
    ('groundswell_refunds_oldest_age_seconds', jsonb_build_object('state', status), ${ageOf("since")})) AS reading
  UNION ALL SELECT 'groundswell_discrepancies_open', NULL, count(*) FROM discrepancies WHERE resolved_at IS NULL
  UNION ALL SELECT reading.* FROM open_disputes CROSS JOIN LATERAL (VALUES
    ('groundswell_disputes_open', NULL::jsonb, count::numeric),
    ('groundswell_disputes_evidence_due_seconds', NULL, extract(epoch FROM due - now()))) AS reading
  UNION ALL SELECT reading.* FROM queued CROSS JOIN LATERAL (VALUES
    ('groundswell_mails', jsonb_build_object('state', 'queued'), count::numeric),
    ('groundswell_mails_oldest_age_seconds', NULL, ${ageOf("since")})) AS reading
  UNION ALL SELECT 'groundswell_mails', jsonb_build_object('state', 'failed'), count(*) FROM email_log
    WHERE (state = 'failed' OR report = 'failed') AND (report IS NULL OR report = 'failed')
      AND COALESCE(reported_at, failed_at, created_at) > now() - interval '1 day'
      AND recipient <> '${erasedEmail}' AND COALESCE(error, '') NOT IN ('${accountDeleted}', '${addressSuppressed}')
  UNION ALL SELECT 'groundswell_quarantine', NULL, count(*) FROM shop_state WHERE quarantine_since IS NOT NULL
  UNION ALL SELECT 'groundswell_backup_age_seconds', NULL, ${ageOf("max(finished_at)")} FROM backups
  UNION ALL SELECT 'groundswell_alerts_open', jsonb_build_object('kind', kind), count(*) FROM operator_alerts
    WHERE resolved_at IS NULL GROUP BY kind
) AS reading WHERE value IS NOT NULL`;
