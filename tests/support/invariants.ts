import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";

/** The control pages of the emulators that took part, for example `http://127.0.0.1:3001/_control`. */
type EmulatorUrls = { stripeControl?: string; panelControl?: string; mailList?: string };

/** A broken invariant: its name, and a message with the ids to investigate. */
export type Violation = { invariant: string; what: string };

/**
 * Checks what must hold whenever nothing is in progress and webhooks are delivered or reconciled, whatever went wrong
 * before. Compares the database with itself and with the emulators. Returns every violation.
 *
 * I1 one supplier order an item. I2 refunds within the payment. I3 every payment is fulfilled, refunded or in review.
 * I4 one confirmation an order. I5 no order leaves a final status. I7 prices are the catalogue's. `whole`: no
 * transition is half-written. `ledger`: it balances and agrees with the orders. (I6, the content of a 5xx, is not in the
 * data.)
 */
export async function checkInvariants(db: Database, witnesses: EmulatorUrls = {}): Promise<Violation[]> {
  const found: Violation[] = [];
  // One after another: over thousands of orders they would wait for each other's connections longer than a pool allows.
  for (const [invariant, queries] of Object.entries(databaseChecks))
    for (const query of queries)
      for (const { what } of await db.$queryRaw<{ what: string }[]>(query)) found.push({ invariant, what });
  if (witnesses.stripeControl) found.push(...(await checkStripe(db, witnesses.stripeControl)));
  if (witnesses.panelControl) found.push(...(await checkPanel(db, witnesses.panelControl)));
  if (witnesses.mailList) found.push(...(await checkMails(db, witnesses.mailList)));
  return found;
}

/** The states that each invariant forbids, as queries for the rows that violate it. */
const databaseChecks: Record<string, Prisma.Sql[]> = {
  I1: [
    Prisma.sql`
      SELECT 'item ' || item_id || ' was sent ' || count(*) || ' times without a refusal' AS what FROM supplier_calls
      WHERE action = 'add' AND outcome IS DISTINCT FROM 'rejected' GROUP BY item_id
      HAVING count(*) > 1 + (SELECT count(*) FROM order_events AS event
        WHERE event.item_id = supplier_calls.item_id AND event.data ->> 'resubmitted' = 'true')`,
  ],
  I2: [
    Prisma.sql`
      SELECT 'attempt ' || attempt.id || ' brought ' || attempt.amount_cents || ', refunds of ' || sum(refund.amount_cents)
        AS what
      FROM refunds AS refund JOIN payment_attempts AS attempt ON attempt.id = refund.attempt_id
      WHERE refund.status NOT IN ('failed', 'dropped')
      GROUP BY attempt.id HAVING sum(refund.amount_cents) > attempt.amount_cents
        OR attempt.status NOT IN ('paid', 'duplicate')`,
    Prisma.sql`
      SELECT 'order ' || o.id || ' says ' || o.refunded_cents || ' refunded, its refunds say ' || COALESCE(sum(r.amount_cents), 0)
        AS what
      FROM orders AS o LEFT JOIN (refunds AS r JOIN payment_attempts AS a ON a.id = r.attempt_id AND a.status = 'paid')
        ON r.order_id = o.id AND r.status = 'succeeded'
      GROUP BY o.id HAVING o.refunded_cents <> COALESCE(sum(r.amount_cents), 0)`,
    // Requests never refund or replace more units of an item than were delivered.
    Prisma.sql`
      SELECT 'item ' || item.id || ' delivered ' || done.units || ', paid back ' || back.units || ', replaced ' || again.units AS what
      FROM fulfillment_items AS item,
        LATERAL (SELECT CASE item.state WHEN 'completed' THEN item.quantity
          ELSE item.quantity - COALESCE(item.remains, item.quantity) END AS units) AS done,
        LATERAL (SELECT COALESCE(sum(units), 0) AS units FROM request_decisions
          WHERE item_id = item.id AND outcome = 'refund') AS back,
        LATERAL (SELECT COALESCE(sum(quantity), 0) AS units FROM fulfillment_items WHERE replaces_item_id = item.id) AS again
      WHERE back.units > done.units OR again.units > done.units`,
    Prisma.sql`
      SELECT 'decision ' || decision.id || ' pays ' || decision.cents || ', its refund ' || COALESCE(refund.amount_cents, 0) AS what
      FROM request_decisions AS decision LEFT JOIN refunds AS refund
        ON refund.order_id = decision.order_id AND refund.intent = 'decision:' || decision.id
      WHERE decision.outcome = 'refund' AND refund.status NOT IN ('failed', 'dropped')
        AND COALESCE(refund.amount_cents, 0) > decision.cents`,
  ],
  I4: [
    Prisma.sql`
      SELECT 'order ' || o.id || ' has ' || count(mail.id) || ' confirmations' AS what
      FROM orders AS o LEFT JOIN email_log AS mail ON mail.order_id = o.id AND mail.kind = 'order-confirmed'
      GROUP BY o.id HAVING count(mail.id) <> (CASE WHEN o.paid_cents > 0 THEN 1 ELSE 0 END)`,
  ],
  I5: [
    Prisma.sql`
      SELECT 'order ' || order_id || ' went from ' || "from" || ' to ' || "to" AS what FROM order_events
      WHERE type LIKE 'order.%' AND "from" IN ('completed', 'partial', 'failed') AND "to" <> "from"`,
  ],
  I7: [
    Prisma.sql`
      SELECT 'order ' || o.id || ' costs ' || o.price_total_cents || ', its lines ' || COALESCE(sum(l.amount_cents), 0) AS what
      FROM orders AS o LEFT JOIN order_lines AS l ON l.order_id = o.id
      GROUP BY o.id HAVING o.price_total_cents <> COALESCE(sum(l.amount_cents), 0)
        OR o.quantity <> COALESCE(sum(l.quantity * l.count), 0)`,
    Prisma.sql`
      SELECT 'a line of order ' || l.order_id || ' is not the catalogue''s ' || l.catalog_id AS what
      FROM order_lines AS l JOIN orders AS o ON o.id = l.order_id
      LEFT JOIN (
        SELECT id, quantity, price_cents FROM packages UNION ALL SELECT id, quantity, price_cents FROM add_on_bundles
      ) AS entry ON entry.id = l.catalog_id
      -- An amount that the buyer chose has no row: each unit costs what its step asks.
      LEFT JOIN LATERAL (
        SELECT ceil(sum(GREATEST(0, LEAST(l.quantity, step.next - 1) - step.first + 1) * step.micros) / 10000) AS cents
        FROM smm_services AS own CROSS JOIN LATERAL (
          SELECT (value ->> 'from')::numeric AS first, (value ->> 'microsPerUnit')::numeric AS micros,
            COALESCE(lead((value ->> 'from')::numeric) OVER (ORDER BY place), 'infinity') AS next
          FROM jsonb_array_elements(own.price_steps) WITH ORDINALITY AS steps(value, place)
        ) AS step
        WHERE own.platform_slug = o.platform_slug AND own.service_slug = o.service_slug AND own.variant = o.variant
          AND l.catalog_id = o.service_slug || '-custom-' || o.variant || '-' || l.quantity
      ) AS chosen ON true
      WHERE COALESCE(entry.price_cents, chosen.cents) IS DISTINCT FROM l.unit_cents
        OR COALESCE(entry.quantity, l.quantity) <> l.quantity`,
  ],
  whole: [
    Prisma.sql`
      SELECT 'order ' || o.id || ' (' || o.status || ', ' || o.paid_cents || ' cents) has ' || paid.count || ' paid attempts, '
        || item.count || ' items, ' || event.count || ' payments in its timeline' AS what
      FROM orders AS o,
        LATERAL (SELECT count(*), COALESCE(sum(amount_cents), 0) AS cents FROM payment_attempts
          WHERE order_id = o.id AND status = 'paid') AS paid,
        LATERAL (SELECT count(*), COALESCE(sum(quantity), 0) AS units FROM fulfillment_items
          WHERE order_id = o.id AND replaces_item_id IS NULL) AS item,
        LATERAL (SELECT count(*) FROM order_fulfillment WHERE order_id = o.id) AS summary,
        LATERAL (SELECT count(*) FROM order_events WHERE order_id = o.id AND type = 'order.paid') AS event
      WHERE CASE WHEN o.paid_cents > 0
        THEN o.status NOT IN ('processing', 'completed', 'partial', 'failed') OR o.paid_at IS NULL
          OR paid.count <> 1 OR paid.cents <> o.paid_cents OR item.units <> o.quantity OR summary.count <> 1
          OR event.count <> 1
        ELSE o.status NOT IN ('pending', 'expired', 'failed') OR paid.count + item.count + summary.count + event.count > 0
        END`,
    Prisma.sql`
      SELECT 'order ' || o.id || ' is ' || o.status || ', its timeline ends with ' || last."to" AS what
      FROM orders AS o, LATERAL (
        SELECT "to" FROM order_events WHERE order_id = o.id AND item_id IS NULL AND "to" IS NOT NULL ORDER BY id DESC LIMIT 1
      ) AS last WHERE last."to" <> o.status::text`,
  ],
  ledger: [
    Prisma.sql`
      SELECT 'movement ' || movement || ' is off by ' || sum(amount_micros) AS what FROM ledger_entries
      GROUP BY movement HAVING sum(amount_micros) <> 0 OR count(DISTINCT currency) <> 1`,
    Prisma.sql`
      SELECT 'order ' || o.id || ' was paid ' || o.paid_cents || ' and refunded ' || o.refunded_cents || ' cents, its ledger says '
        || posting.sales || ' and ' || posting.refunds || ' micros' AS what
      FROM orders AS o, LATERAL (
        SELECT COALESCE(-sum(amount_micros) FILTER (WHERE account = 'sales'), 0) AS sales,
          COALESCE(sum(amount_micros) FILTER (WHERE account = 'refunds'), 0) AS refunds
        FROM ledger_entries WHERE order_id = o.id
      ) AS posting
      WHERE posting.sales <> o.paid_cents * 10000::bigint OR posting.refunds <> o.refunded_cents * 10000::bigint`,
  ],
};

const stripeSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      payment_status: z.string(),
      amount_total: z.number(),
      metadata: z.record(z.string(), z.string()),
    }),
  ),
  charges: z.array(z.object({ id: z.string(), amount: z.number(), amount_refunded: z.number() })),
  refunds: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.string()) })),
});

/** I2 and I3 as Stripe sees them, and at most one payable page of an order. */
async function checkStripe(db: Database, address: string): Promise<Violation[]> {
  const stripe = stripeSchema.parse(await (await fetch(address)).json());
  const ids = stripe.sessions.flatMap(({ metadata }) => z.uuid().safeParse(metadata.order_id).data ?? []);
  const orders = new Map(
    (await db.order.findMany({ where: { id: { in: ids } }, include: { items: true } })).map((order) => [
      order.id,
      order,
    ]),
  );
  const attempts = new Map(
    (await db.paymentAttempt.findMany({ include: { refunds: true } })).map((attempt) => [
      attempt.stripeSessionId,
      attempt,
    ]),
  );
  const found: Violation[] = [];
  const open = new Map<string, number>();
  for (const session of stripe.sessions) {
    const order = orders.get(session.metadata.order_id ?? "");
    if (!order) continue;
    if (session.status === "open") open.set(order.id, (open.get(order.id) ?? 0) + 1);
    if (session.payment_status !== "paid") continue;
    const attempt = attempts.get(session.id);
    const isFulfilled = attempt?.status === "paid" && order.items.length > 0;
    // An administrator's repetition of a failed refund (retryRefund) is no second one; a dropped one has lost its intent.
    const returns = attempt?.refunds.filter(
      ({ intent, status }) => !intent?.startsWith("retry:") && status !== "dropped",
    );
    const isReturned = attempt?.status === "duplicate" && returns?.length === 1;
    if (!isFulfilled && !isReturned) {
      const what = `session ${session.id} of order ${order.id} is paid, its attempt ${attempt?.status ?? "missing"}`;
      found.push({ invariant: "I3", what });
    }
    if (attempt?.status === "paid" && session.amount_total !== order.priceTotalCents) {
      found.push({
        invariant: "I7",
        what: `order ${order.id} was paid with ${session.amount_total} cents by ${session.id}`,
      });
    }
  }
  for (const [orderId, count] of open) {
    if (count > 1)
      found.push({ invariant: "I3", what: `order ${orderId} has ${count} pages that can be paid` });
  }
  for (const charge of stripe.charges) {
    if (charge.amount_refunded > charge.amount)
      found.push({ invariant: "I2", what: `${charge.id} gave back more than it took` });
  }
  for (const [refundId, count] of tally(
    stripe.refunds.flatMap((refund) => refund.metadata.refund_id ?? []),
  )) {
    if (count > 1) found.push({ invariant: "I2", what: `refund ${refundId} was sent ${count} times` });
  }
  return found;
}

const panelSchema = z.object({ orders: z.record(z.string(), z.object({ link: z.string() })) });

/** I1 as the supplier sees it: never more orders for a link than items of ours that were sent there. */
async function checkPanel(db: Database, address: string): Promise<Violation[]> {
  const panel = panelSchema.parse(await (await fetch(address)).json());
  const sent = await db.$queryRaw<{ link: string; count: number }[]>`
    SELECT item.link, count(*)::int AS count FROM supplier_calls AS call JOIN fulfillment_items AS item ON item.id = call.item_id
    -- A call that never left counts when its repetition, by another worker, may have bought.
    WHERE call.action = 'add' AND (call.outcome IS DISTINCT FROM 'rejected' OR EXISTS (
      SELECT FROM supplier_calls AS again WHERE again.item_id = call.item_id
        AND again.outcome IS DISTINCT FROM 'rejected' AND again.action = 'repeat:' || call.attempt)) GROUP BY item.link`;
  const allowed = new Map(sent.map((row) => [row.link, row.count]));
  return [...tally(Object.values(panel.orders).map((order) => order.link))].flatMap(([link, count]) =>
    count > (allowed.get(link) ?? 0)
      ? [
          {
            invariant: "I1",
            what: `${link} was ordered ${count} times, sent ${allowed.get(link) ?? 0} times`,
          },
        ]
      : [],
  );
}

const mailSchema = z.object({
  data: z.array(z.object({ subject: z.string(), html: z.string().nullable() })),
});

/** The confirmations in an inbox by their order's token: each carries the order's own link. */
export async function countConfirmations(address: string): Promise<Map<string, number>> {
  const { data } = mailSchema.parse(await (await fetch(address)).json());
  const confirmations = data.filter((mail) => /^(Order confirmed|Payment received): /.test(mail.subject));
  return tally(confirmations.flatMap((mail) => /\/order\/([\w-]{22,})/.exec(mail.html ?? "")?.[1] ?? []));
}

/** I4 as the recipients see it. */
async function checkMails(db: Database, address: string): Promise<Violation[]> {
  const tokens = new Set((await db.order.findMany({ select: { token: true } })).map((order) => order.token));
  return [...(await countConfirmations(address))].flatMap(([token, count]) =>
    count > 1 && tokens.has(token)
      ? [{ invariant: "I4", what: `the order of link ${token} was confirmed ${count} times` }]
      : [],
  );
}

function tally(values: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
