import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { inSet } from "@/lib/base/db/item-status";
import { refillDueAt, refillNeedsOperator } from "@/lib/delivery/refills/refill-status";
import { sendRefundJob } from "@/lib/money/refunds/refund-jobs";
import { orderAlertKinds } from "@/lib/orders/order/flag-order";
import { mayOrderSendSql } from "@/lib/orders/order/may-order-send";
import type { StaffRole } from "@/lib/people/auth/roles";
import { hideOrderLinks, mostWaiting } from "@/lib/people/support/ticket-message";
import { isMappableSql } from "@/lib/shop/catalog/mappable";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { groupMatters, type Matter, mattersFor, type NeedsMe, type Snooze } from "./needs-me-rules";
import { loadSupplyMatters } from "./needs-me-supply";

/** The list reads at most this many of each kind, the oldest first. */
const mostOfAKind = 200;

/**
 * Lists the matters that wait for an operator of this role at `now`, at most `mostOfAKind` of each kind and each matter
 * once, sorted by the cost of waiting. Its statements read partial indexes or small tables. The admin's menu counts the
 * same entries.
 */
export async function listNeedsMe(db: Db, role: StaffRole | null, now: Date): Promise<NeedsMe> {
  const { startWithinHours } = await loadSettings(db);
  const growing = [...growingSources, unsentLonger(startWithinHours), waitingLonger(startWithinHours)];
  const all = [
    ...sources.map((source) => oldest(source, Prisma.sql`since`)),
    ...growing.map((source) => oldest(source, Prisma.sql`newest_at`)),
  ];
  const [matters, supply, snoozes] = await Promise.all([
    db.$queryRaw<Matter[]>`${Prisma.join(all, " UNION ALL ")}`,
    loadSupplyMatters(db, now),
    db.$queryRaw<Snooze[]>`
      SELECT subject, kinds, until, snoozed_at AS "snoozedAt" FROM needs_me_snoozes WHERE until > now() LIMIT 2000`,
  ]);
  const seen = mattersFor(role, [...supply, ...matters.map(withoutOrderLinks)]);
  return { ...groupMatters(seen, snoozes, now), moreTickets: await countMoreTickets(db, seen) };
}

/** The waiting tickets that the list did not read; counted only where it read as many as it can. */
async function countMoreTickets(db: Db, matters: Matter[]): Promise<number> {
  const listed = matters.filter(({ kind }) => kind === "ticket").length;
  if (listed < mostOfAKind) return 0;
  const waiting = await db.supportTicket.count({ where: { status: { in: ["open", "in_progress"] } } });
  return Math.max(0, waiting - listed);
}

/** A ticket's detail is the customer's own text. */
function withoutOrderLinks(matter: Matter): Matter {
  return matter.kind === "ticket"
    ? { ...matter, detail: matter.detail && hideOrderLinks(matter.detail) }
    : matter;
}

function oldest(source: Prisma.Sql, newestAt: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(SELECT subject, kind, id, text, detail, count::int, version::int, LEAST(cents, 2147483647)::int AS cents, since,
      ${newestAt} AS "newestAt", due_at AS "dueAt"
    FROM (${source}) AS matter ORDER BY since LIMIT ${mostOfAKind}::int)`;
}

/** An order's paid cents for units of it, with its extras' at the average: it only ranks what waits. */
const share = (units: Prisma.Sql) =>
  Prisma.sql`orders.paid_cents::bigint * ${units} / GREATEST(orders.quantity, 1)`;

type ItemsInput = { condition: Prisma.Sql; since: Prisma.Sql; listedAfter: Prisma.Sql };

/** The items that meet a condition, one row for each order. An item meets it `listedAfter` after its `since`. */
const itemsOf = (kind: string, { condition, since, listedAfter }: ItemsInput) => Prisma.sql`
  SELECT 'order:' || orders.id AS subject, ${kind} AS kind, orders.id::text AS id,
    COALESCE((array_agg(item.reason ORDER BY ${since}))[1], min(item.state::text)) AS text, NULL AS detail,
    count(*) AS count, NULL::int AS version, sum(${share(Prisma.sql`COALESCE(item.remains, item.quantity)`)}) AS cents,
    min(${since}) AS since, max(${since}) + ${listedAfter} AS newest_at, min(item.paused_until) AS due_at
  FROM (SELECT * FROM fulfillment_items AS item WHERE ${condition} ORDER BY ${since} LIMIT ${mostOfAKind}::int) AS item
  JOIN orders ON orders.id = item.order_id GROUP BY orders.id`;

/** The oldest tickets of one status, by its index, so that a flood of tickets is not sorted. */
const oldestTickets = (condition: Prisma.Sql) => Prisma.sql`
  (SELECT * FROM support_tickets WHERE ${condition} ORDER BY created_at LIMIT ${mostOfAKind}::int)`;

/** Kinds of alerts whose matters the list reads from their own tables, or under their order. */
const ownAlerts = [
  "quarantine",
  "dispute",
  "held_refunds",
  "items_in_review",
  "not_started",
  "unknown_status",
  "refill_unknown",
  "late_refills",
  "reconcile",
  ...orderAlertKinds,
];

/** The keys of the alerts that no worker runs, and that no worker takes work. */
const standstills = ["worker", "clock"];

const sources = [
  // Without disputes that wait for the bank, and without the flag of an order whose dispute is open: it is one matter.
  Prisma.sql`
    SELECT 'order:' || order_id AS subject, 'dispute' AS kind, order_id::text AS id, reason AS text,
      disputes.status AS detail, 1 AS count, NULL::int AS version,
      -- Another currency's amount can't be compared with the other matters; at stake is at most the payment.
      CASE WHEN disputes.currency IS DISTINCT FROM orders.currency THEN paid_cents ELSE amount_cents END AS cents,
      disputes.created_at AS since, evidence_due_at AS due_at
    FROM disputes JOIN orders ON orders.id = order_id
    WHERE closed_at IS NULL AND disputes.status NOT LIKE '%under_review'`,
  Prisma.sql`
    SELECT 'order:' || id AS subject, 'flagged' AS kind, id::text AS id, COALESCE(flag_reason, '') AS text, NULL AS detail,
      1 AS count, NULL::int AS version, paid_cents - refunded_cents AS cents, flagged_at AS since, NULL::timestamptz AS due_at
    FROM orders WHERE flagged_at IS NOT NULL AND NOT (flag_reason = 'dispute'
      AND EXISTS (SELECT FROM disputes WHERE order_id = orders.id AND closed_at IS NULL))
      AND NOT EXISTS (SELECT FROM operator_alerts AS alert
        WHERE alert.order_id = orders.id AND alert.kind = orders.flag_reason AND alert.resolved_at IS NULL
          AND alert.kind = ANY(${orderAlertKinds}))`,
  // An order keeps its first flag, so each later reason is listed by its alert. The flag of an alert's own reason is the
  // same matter.
  Prisma.sql`
    SELECT 'order:' || orders.id AS subject, 'order_alert' AS kind, alert.key AS id, alert.message AS text,
      CASE WHEN orders.flag_reason = alert.kind THEN alert.kind END AS detail, 1 AS count, NULL::int AS version,
      orders.paid_cents - orders.refunded_cents AS cents, alert.first_at AS since, NULL::timestamptz AS due_at
    FROM operator_alerts AS alert JOIN orders ON orders.id = alert.order_id
    WHERE alert.resolved_at IS NULL AND alert.kind = ANY(${orderAlertKinds})`,
  Prisma.sql`
    SELECT 'order:' || order_id AS subject, 'held_refund' AS kind, id::text AS id, reason AS text,
      NULL AS detail, 1 AS count, NULL::int AS version, amount_cents AS cents, created_at AS since, NULL::timestamptz AS due_at
    FROM refunds WHERE status = 'held'`,
  // Blocked orders stay listed after their flag was cleared, because they are still paid for and not sent. One without
  // unsent items is listed after a week, if something of it still waits for the end of the block.
  Prisma.sql`
    SELECT 'order:' || orders.id AS subject, 'blocked' AS kind, orders.id::text AS id,
      COALESCE(blocked_reason, '') AS text, NULL AS detail, unsent.count, NULL::int AS version,
      COALESCE(${share(Prisma.sql`unsent.units`)}, paid_cents - refunded_cents) AS cents, blocked_at AS since,
      NULL::timestamptz AS due_at
    FROM orders CROSS JOIN LATERAL (
      SELECT count(*) AS count, sum(item.quantity) AS units FROM fulfillment_items AS item
      WHERE item.order_id = orders.id AND item.state ${inSet("unsent")}
    ) AS unsent
    WHERE blocked_at IS NOT NULL AND payment_status IN ('paid', 'partially_refunded') AND (unsent.count > 0
      OR (blocked_at < now() - interval '7 days' AND (orders.status = 'processing'
        OR EXISTS (SELECT FROM refills AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
          WHERE item.order_id = orders.id AND refill.state = 'requested')
        OR EXISTS (SELECT FROM request_decisions AS decision
          WHERE decision.order_id = orders.id AND decision.look_again_at IS NOT NULL))))`,
  Prisma.sql`
    SELECT 'order:' || id AS subject, 'unpaid' AS kind, id::text AS id,
      CASE payment_status WHEN 'refunded' THEN 'refunded_in_full' ELSE 'never_paid' END AS text, NULL AS detail,
      1 AS count, NULL::int AS version, price_total_cents AS cents, created_at AS since, NULL::timestamptz AS due_at
    FROM orders WHERE status = 'processing' AND payment_status IN ('unpaid', 'refunded')
      AND EXISTS (SELECT FROM fulfillment_items AS item
        WHERE item.order_id = orders.id AND item.state ${inSet("atSupplier")})`,
  // The list of states lets it read the index of open refills.
  Prisma.sql`
    SELECT 'order:' || item.order_id AS subject, 'refill' AS kind, refill.id::text AS id,
      COALESCE(item.provider_order_id, '') AS text,
      CASE WHEN refill.state <> 'unknown' THEN COALESCE(refill.supplier_refill_id, '') END AS detail, 1 AS count,
      refill.version,
      ${share(Prisma.sql`COALESCE(refill.missing, 0)`)} AS cents, refill.created_at AS since,
      CASE WHEN refill.state <> 'unknown' THEN ${refillDueAt} END AS due_at
    FROM refills AS refill JOIN fulfillment_items AS item ON item.id = refill.item_id
    JOIN orders ON orders.id = item.order_id
    WHERE refill.state IN ('requested', 'unknown', 'in_progress') AND ${refillNeedsOperator}`,
  // Without alerts about paused suppliers; one about an active supplier costs as much as the orders that wait for it.
  Prisma.sql`
    SELECT CASE WHEN supplier.id IS NULL THEN 'alert:' || alert.key ELSE 'supplier:' || supplier.id END AS subject,
      CASE WHEN supplier.id IS NOT NULL THEN 'supplier' WHEN alert.key = ANY(${standstills}) THEN 'standstill'
        ELSE 'alert' END AS kind,
      COALESCE(supplier.id::text, alert.key) AS id, alert.message AS text, alert.kind AS detail,
      COALESCE(waiting.orders, 0) AS count, NULL::int AS version, COALESCE(waiting.cents, 0) AS cents,
      alert.first_at AS since, NULL::timestamptz AS due_at
    FROM (SELECT * FROM operator_alerts WHERE resolved_at IS NULL AND kind <> ALL(${ownAlerts})
      ORDER BY first_at LIMIT ${mostOfAKind}::int) AS alert
    LEFT JOIN suppliers AS supplier ON supplier.id::text = split_part(alert.key, ':', 2)
    LEFT JOIN LATERAL (
      SELECT count(DISTINCT item.order_id) AS orders, sum(${share(Prisma.sql`item.quantity`)}) AS cents
      FROM (SELECT * FROM fulfillment_items WHERE state = 'ready' LIMIT 1000) AS item
      JOIN orders ON orders.id = item.order_id
      WHERE EXISTS (SELECT FROM smm_services AS own JOIN service_mappings AS mapping ON mapping.smm_service_id = own.id
        JOIN supplier_services AS service ON service.id = mapping.supplier_service_id AND ${isMappableSql}
        WHERE own.platform_slug = item.platform_slug AND own.service_slug = item.service_slug AND own.variant = item.variant
          AND mapping.is_active
          AND service.supplier_id = supplier.id)
    ) AS waiting ON supplier.id IS NOT NULL
    WHERE supplier.id IS NULL OR supplier.is_active`,
  Prisma.sql`
    SELECT CASE WHEN order_id IS NULL THEN 'discrepancy:' || key ELSE 'order:' || order_id END AS subject,
      'discrepancy' AS kind, COALESCE(order_id::text, key) AS id, message AS text, NULL AS detail, 1 AS count,
      NULL::int AS version, 0 AS cents, found_at AS since, NULL::timestamptz AS due_at
    FROM discrepancies WHERE resolved_at IS NULL`,
  Prisma.sql`
    SELECT 'job:' || id AS subject, 'job' AS kind, id::text AS id, task_identifier AS text,
      left(split_part(last_error, E'\n', 1), 300) AS detail, 1 AS count, NULL::int AS version, 0 AS cents,
      created_at AS since, NULL::timestamptz AS due_at
    FROM graphile_worker.jobs WHERE attempts >= max_attempts AND locked_at IS NULL AND last_error IS NOT NULL`,
  Prisma.sql`
    SELECT 'quarantine' AS subject, 'quarantine' AS kind, 'quarantine' AS id, COALESCE(quarantine_reason, '') AS text,
      NULL AS detail, 1 AS count, NULL::int AS version, 0 AS cents, quarantine_since AS since, NULL::timestamptz AS due_at
    FROM shop_state WHERE quarantine_since IS NOT NULL`,
];

/** Since when a refund that can't be sent, or is still pending at Stripe, is listed. */
const unsentAfter = Prisma.sql`interval '6 hours'`;

/**
 * Sources whose matters are listed later than they begin, or grow: the newest part came into the list at `newest_at`.
 */
const growingSources = [
  // A refund's job is retried forever, because only an operator can end some failures, such as a key that may not write
  // refunds. In quarantine no refund is sent. Payments are by card only (attemptParams), and Stripe makes a card's
  // refund at once unless the balance there is too low.
  Prisma.sql`
    SELECT 'order:' || refund.order_id AS subject, 'unsent_refund' AS kind, refund.id::text AS id, refund.status::text AS text,
      left(split_part(job.last_error, E'\n', 1), 300) AS detail, 1 AS count, NULL::int AS version,
      refund.amount_cents AS cents, COALESCE(refund.released_at, refund.created_at) AS since,
      COALESCE(refund.released_at, refund.created_at) + ${unsentAfter} AS newest_at, NULL::timestamptz AS due_at
    FROM refunds AS refund
    LEFT JOIN graphile_worker.jobs AS job ON job.key = ${sendRefundJob.prefix} || refund.id
    WHERE refund.status IN ('requested', 'pending')
      AND COALESCE(refund.released_at, refund.created_at) < now() - ${unsentAfter}
      AND NOT EXISTS (SELECT FROM shop_state WHERE quarantine_since IS NOT NULL)`,
  itemsOf("review", {
    condition: Prisma.sql`item.review_since IS NOT NULL`,
    since: Prisma.sql`item.review_since`,
    listedAfter: Prisma.sql`interval '0'`,
  }),
  itemsOf("paused", {
    condition: Prisma.sql`item.state = 'paused' AND item.review_since IS NULL AND item.updated_at < now() - interval '1 day'`,
    since: Prisma.sql`item.updated_at`,
    listedAfter: Prisma.sql`interval '1 day'`,
  }),
  // Counted from the ticket's opening, or the first reply to the last answer; the pages promise an answer within 24
  // hours. An answered ticket that an administrator opened again counts from then on: it is answered again from here,
  // because its own page offers no second answer. A ticket in which earlier releases let more replies wait than may wait
  // now counts from its opening.
  Prisma.sql`
    SELECT 'ticket:' || ticket.id AS subject, 'ticket' AS kind, ticket.id::text AS id, ticket.subject AS text,
      COALESCE(last_reply.body, left(ticket.message, 600)) AS detail, 1 AS count, ticket.version, 0 AS cents,
      COALESCE(first_reply.since, asked.at) AS since, COALESCE(last_reply.at, asked.at) AS newest_at,
      NULL::timestamptz AS due_at
    FROM (${oldestTickets(Prisma.sql`status = 'open'`)} UNION ALL
      ${oldestTickets(Prisma.sql`status = 'in_progress'`)}) AS ticket
    CROSS JOIN LATERAL (
      SELECT CASE WHEN admin_response IS NULL THEN ticket.created_at ELSE ticket.updated_at END AS at
    ) AS asked
    LEFT JOIN LATERAL (
      SELECT max(created_at) AS at FROM (SELECT author, created_at FROM ticket_messages WHERE ticket_id = ticket.id
        ORDER BY created_at DESC LIMIT ${mostWaiting + 1}::int) AS newest
      WHERE author = 'administrator'
    ) AS answer ON true
    LEFT JOIN LATERAL (
      SELECT created_at AS since FROM ticket_messages WHERE ticket_id = ticket.id AND created_at > answer.at
      ORDER BY created_at LIMIT 1
    ) AS first_reply ON true
    LEFT JOIN LATERAL (
      SELECT created_at AS at, left(body, 600) AS body FROM ticket_messages
      WHERE ticket_id = ticket.id AND created_at > COALESCE(answer.at, '-infinity')
      ORDER BY created_at DESC LIMIT 1
    ) AS last_reply ON true`,
];

/**
 * Items that were bought more than `hours` ago and could not be sent when it was tried: suppliers are busy, failing, on
 * hold, or refuse them for now.
 */
const unsentLonger = (hours: number) =>
  itemsOf("unsent", {
    // An order that may not be sent waits for its own reason. After an outage there may be many thousands, of which
    // the oldest are enough. Every attempt renews `updated_at`.
    condition: Prisma.sql`item.id IN (SELECT id FROM fulfillment_items
        WHERE state = 'ready' AND review_since IS NULL AND reason IS NOT NULL
          AND created_at < now() - ${hours}::int * interval '1 hour' ORDER BY created_at LIMIT ${5 * mostOfAKind}::int)
      AND EXISTS (SELECT FROM orders WHERE orders.id = item.order_id AND ${mayOrderSendSql})`,
    since: Prisma.sql`item.created_at`,
    listedAfter: Prisma.sql`${hours}::int * interval '1 hour'`,
  });

/** Items that have waited for their target for longer than `hours`, with the order that holds it. */
const waitingLonger = (hours: number) => Prisma.sql`
  SELECT 'order:' || orders.id AS subject, 'waiting' AS kind,
    COALESCE(min(holder.order_id::text), orders.id::text) AS id, '' AS text, NULL AS detail, count(*) AS count,
    NULL::int AS version, sum(${share(Prisma.sql`item.quantity`)}) AS cents, min(item.updated_at) AS since,
    max(item.updated_at) + ${hours}::int * interval '1 hour' AS newest_at, NULL::timestamptz AS due_at
  FROM (SELECT * FROM fulfillment_items
    WHERE state = 'waiting' AND updated_at < now() - ${hours}::int * interval '1 hour'
    ORDER BY updated_at LIMIT ${mostOfAKind}::int) AS item
  JOIN orders ON orders.id = item.order_id
  LEFT JOIN fulfillment_items AS holder
    ON holder.target_key = item.target_key AND holder.state ${inSet("holdsTarget")}
  GROUP BY orders.id`;
