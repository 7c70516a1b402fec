import { z } from "zod";
import type { Database } from "@/lib/base/db/client";
import { addMs, minute } from "@/lib/base/time/time";
import { reconcileLedger } from "@/lib/money/reconciliation/reconcile-ledger";
import type { StripeClient } from "@/lib/money/stripe/stripe-client";
import { undeliveredCents } from "@/lib/orders/order/order-money";
import { countConfirmations, type Violation } from "../support/invariants";
import { numberOf } from "../support/panel-calls";

type FinalWitnesses = {
  stripe: StripeClient;
  stripeControl: string;
  panelControl: string;
  mailList: string;
};

/**
 * Checks what must hold when all work has ended, in addition to the invariants: money agrees with Stripe, deliveries
 * with the panel, mails with the inbox, and the totals of the admin area with the orders. Returns every difference.
 */
export async function checkFinalState(db: Database, witnesses: FinalWitnesses): Promise<Violation[]> {
  const found = await Promise.all([
    checkTotals(db),
    checkSteps(db),
    checkOwed(db),
    checkMoney(db, witnesses),
    checkDeliveries(db, witnesses.panelControl),
    checkConfirmations(db, witnesses.mailList),
  ]);
  return found.flat();
}

async function checkTotals(db: Database): Promise<Violation[]> {
  const rows = await db.$queryRaw<{ what: string }[]>`
    SELECT 'the totals say ' || totals::text || ', the orders ' || sums::text AS what
    FROM (SELECT COALESCE(sum(orders), 0)::bigint AS orders, COALESCE(sum(paid_orders), 0)::bigint AS paid_orders,
        COALESCE(sum(completed), 0)::bigint AS completed, COALESCE(sum(paid_cents), 0)::bigint AS paid,
        COALESCE(sum(refunded_cents), 0)::bigint AS refunded FROM order_totals) AS totals,
      (SELECT count(*) + (SELECT COALESCE(sum(orders), 0)::bigint FROM deleted_orders) AS orders,
        count(*) FILTER (WHERE paid_cents > 0) AS paid_orders,
        count(*) FILTER (WHERE status = 'completed') AS completed, COALESCE(sum(paid_cents), 0)::bigint AS paid,
        COALESCE(sum(refunded_cents), 0)::bigint AS refunded FROM orders) AS sums
    WHERE totals::text <> sums::text`;
  return rows.map(({ what }) => ({ invariant: "totals", what }));
}

/** Each event of an item must begin in the state in which the one before ended: a gap shows a step without an event. */
async function checkSteps(db: Database): Promise<Violation[]> {
  const rows = await db.$queryRaw<{ what: string }[]>`
    SELECT 'item ' || id || ' of order ' || order_id || ' was ' || "to" || ', then it was ' || next AS what FROM (
      SELECT item.id, item.order_id, event."to",
        COALESCE(lead(event."from") OVER (PARTITION BY item.id ORDER BY event.id), item.state::text) AS next
      FROM fulfillment_items AS item JOIN order_events AS event
        ON event.order_id = item.order_id AND event.item_id = item.id
      WHERE event.type LIKE 'item.%' AND event."from" IS NOT NULL AND event."to" IS NOT NULL
    ) AS steps WHERE "to" <> next`;
  return rows.map(({ what }) => ({ invariant: "whole", what }));
}

/** I3 to the cent: undelivered units were refunded, unless an operator or a bank decided otherwise. */
async function checkOwed(db: Database): Promise<Violation[]> {
  const orders = await db.order.findMany({
    where: {
      status: { in: ["partial", "failed"] },
      paidCents: { gt: 0 },
      disputes: { none: {} },
      refunds: { none: { status: { in: ["dropped", "failed"] } } },
    },
    include: { fulfillment: true },
  });
  return orders.flatMap(({ id, status, paidCents, refundedCents, quantity, fulfillment }) => {
    const owed = undeliveredCents(
      paidCents,
      quantity,
      status === "failed" ? 0 : (fulfillment?.delivered ?? 0),
    );
    if (refundedCents >= owed) return [];
    return [{ invariant: "I3", what: `order ${id} (${status}) is owed ${owed} and got ${refundedCents}` }];
  });
}

const stripeSchema = z.object({
  charges: z.array(
    z.object({ id: z.string(), payment_intent: z.string(), amount: z.number(), amount_refunded: z.number() }),
  ),
  disputes: z.array(z.object({ id: z.string(), status: z.string() })),
});

/** I2 and the ledger: each charge, each dispute and the whole balance are the same at Stripe and in the shop. */
async function checkMoney(db: Database, { stripe, stripeControl }: FinalWitnesses): Promise<Violation[]> {
  const found: Violation[] = [];
  const differ = (what: string) => found.push({ invariant: "money", what });
  const seen = stripeSchema.parse(await (await fetch(stripeControl)).json());
  const attempts = await db.paymentAttempt.findMany({
    where: { status: { in: ["paid", "duplicate"] } },
    include: { refunds: { where: { status: "succeeded" } } },
  });
  const byIntent = new Map(attempts.map((attempt) => [attempt.paymentIntentId, attempt]));
  for (const charge of seen.charges) {
    const attempt = byIntent.get(charge.payment_intent);
    const refunded = attempt?.refunds.reduce((sum, refund) => sum + refund.amountCents, 0);
    if (attempt?.amountCents !== charge.amount || refunded !== charge.amount_refunded)
      differ(
        `${charge.id} took ${charge.amount} and gave back ${charge.amount_refunded}; the shop says ${attempt?.amountCents} and ${refunded} (order ${attempt?.orderId})`,
      );
  }
  if (attempts.length !== seen.charges.length)
    differ(`Stripe has ${seen.charges.length} charges, the shop ${attempts.length} payments`);
  const disputes = new Map((await db.dispute.findMany()).map((row) => [row.stripeDisputeId, row.status]));
  for (const { id, status } of seen.disputes) {
    if (disputes.get(id) !== status) differ(`dispute ${id} is ${status}; the shop says ${disputes.get(id)}`);
  }
  const [ledger] = await db.$queryRaw<{ cents: number }[]>`
    SELECT COALESCE(sum(amount_micros) / 10000, 0)::float8 AS cents FROM ledger_entries WHERE account = 'stripe_balance'`;
  const [available] = (await stripe.balance.retrieve()).available;
  if ((available?.amount ?? 0) !== ledger?.cents)
    differ(`Stripe's balance is ${available?.amount}, the ledger says ${ledger?.cents}`);
  // The shop's own comparison must find nothing either. It ignores recent payments, so it gets a later time.
  for (const { message } of await reconcileLedger({ db, stripe }, addMs(new Date(), 20 * minute)))
    differ(message);
  return found;
}

const panelSchema = z.object({
  orders: z.record(
    z.string(),
    z.object({
      status: z.string(),
      remains: z.number(),
      quantity: z.number(),
      link: z.string(),
      charge: z.string(),
      saidCompleted: z.boolean(),
    }),
  ),
});

const panelWords = { completed: "Completed", partial: "Partial", canceled: "Canceled" } as const;

/**
 * Every item that a supplier took has the panel's final state and price. Where the panel took back a Completed, the
 * order stays completed, its timeline has the panel's new status, and it is flagged for an administrator.
 */
async function checkDeliveries(db: Database, panelControl: string): Promise<Violation[]> {
  const { orders } = panelSchema.parse(await (await fetch(panelControl)).json());
  const items = await db.fulfillmentItem.findMany({
    where: { providerOrderId: { not: null } },
    include: { order: { select: { flaggedAt: true } } },
  });
  const takenBack = await lateChanges(db);
  return items.flatMap((item) => {
    // A supplier that has moved gives its numbers again.
    const sameNumber = Object.entries(orders).flatMap(([id, order]) =>
      numberOf(id) === item.providerOrderId ? [order] : [],
    );
    const isSame = (order: (typeof sameNumber)[number]) =>
      order.link === item.link && order.quantity === item.quantity;
    const order = sameNumber.find(isSame) ?? sameNumber[0];
    const name = `item ${item.id} of order ${item.orderId}, the panel's ${item.providerOrderId}`;
    const differ = (what: string) => [{ invariant: "delivery", what: `${name}, ${what}` }];
    if (!order) return differ("is not known there");
    if (!isSame(order)) return differ("was another purchase");
    const word = Object.entries(panelWords).find(([state]) => state === item.state)?.[1];
    const isTakenBack = order.saidCompleted && takenBack.get(item.id) === order.status;
    if (item.state === "completed" && isTakenBack)
      return item.order.flaggedAt
        ? []
        : differ(`was ${order.status} there afterwards, and no administrator is asked`);
    if (word !== order.status) return differ(`is ${item.state} here and ${order.status} there`);
    if (item.remains !== order.remains)
      return differ(`has ${item.remains} left here and ${order.remains} there`);
    if (Number(item.charge) !== Number(order.charge))
      return differ(`cost ${item.charge} here and ${order.charge} there`);
    return [];
  });
}

/** The later statuses that suppliers reported for items that they had completed, by item. */
async function lateChanges(db: Database): Promise<Map<string, string>> {
  const rows = await db.$queryRaw<{ item_id: string; word: string }[]>`
    SELECT item_id, data->>'word' AS word FROM order_events WHERE type = 'item.late_change'`;
  return new Map(rows.map(({ item_id: itemId, word }) => [itemId, word]));
}

/** I4 from the inbox: exactly one confirmation for each order that was paid. */
async function checkConfirmations(db: Database, mailList: string): Promise<Violation[]> {
  const counts = await countConfirmations(mailList);
  const orders = await db.order.findMany({ select: { id: true, token: true, paidCents: true } });
  return orders.flatMap(({ id, token, paidCents }) => {
    const count = counts.get(token) ?? 0;
    if (count === (paidCents > 0 ? 1 : 0)) return [];
    return [
      { invariant: "I4", what: `order ${id} (paid ${paidCents}) has ${count} confirmations in the inbox` },
    ];
  });
}
