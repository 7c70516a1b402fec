import type Stripe from "stripe";
import type { Database } from "@/lib/base/db/client";
import { logger } from "@/lib/base/logger";
import { getShopId } from "@/lib/base/quarantine/shop-id";
import { quarantineFor } from "@/lib/base/quarantine/start-quarantine";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, day, hour, second, unixSeconds } from "@/lib/base/time/time";
import { withinLimit } from "@/lib/base/time/time-limit";
import { isLeftToOperator } from "@/lib/money/payments/lost-payment";
import { isOwnSession, readSubject } from "@/lib/money/payments/read-session";
import { movedNoMoney } from "@/lib/money/refunds/record-refund";
import { idOf, type PaymentDeps, toAppError } from "@/lib/money/stripe/stripe-client";
import { unpaidOrderDays } from "@/lib/orders/views/order-status";

/** This shop's objects that Stripe has since a given time and the database lacks. */
export type StripeReading = {
  /** Sessions without their attempt here, oldest first, except those that a recovery has left to the operator. */
  unknown: Stripe.Checkout.Session[];
  /** Paid sessions whose payment is not posted here, oldest first. */
  unpaid: Stripe.Checkout.Session[];
  refunds: Stripe.Refund[];
  disputes: Stripe.Dispute[];
};

// A session is payable for 45 minutes, so some were in flight at the agreed time.
const overlapMs = hour;

/**
 * Compares Stripe's sessions, refunds and disputes since the agreed time with the database. That time may be wrong, so
 * it keeps reading backwards until a whole day is known here. Throws payment_unavailable.
 */
export async function readStripe(deps: PaymentDeps, agreedUntil: Date): Promise<StripeReading> {
  const { db, stripe } = deps;
  let floor = unixSeconds(addMs(agreedUntil, -overlapMs));
  const unknown: Stripe.Checkout.Session[] = [];
  const unpaid: Stripe.Checkout.Session[] = [];
  try {
    for await (const session of stripe.checkout.sessions.list({ limit: 100 })) {
      if (session.created < floor) break;
      const state = await stateOf(db, session);
      if (state === "unpaid") unpaid.unshift(session);
      if (state !== "unknown") continue;
      unknown.unshift(session);
      floor = Math.min(floor, session.created - day / 1000);
    }
    const list = { created: { gte: floor }, limit: 100 };
    const refunds = await readAll(stripe.refunds.list(list));
    const disputes = await readAll(stripe.disputes.list(list));
    const isMissing = await missingOf(db, [...refunds, ...disputes], [...unknown, ...unpaid]);
    return {
      unknown,
      unpaid,
      refunds: refunds.filter((refund) => isMissing(refund) && !movedNoMoney(refund)),
      disputes: disputes.filter(isMissing),
    };
  } catch (error) {
    throw toAppError(error);
  }
}

async function readAll<Entry>(list: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}

/** Whether the database lacks a session of this shop or its payment; null when it lacks nothing that it should have. */
async function stateOf(db: Database, session: Stripe.Checkout.Session): Promise<"unknown" | "unpaid" | null> {
  const subject = readSubject(session);
  if (!subject) return null;
  const isPaid = session.payment_status === "paid";
  const attempt = await db.paymentAttempt.findFirst({
    where: {
      OR: [
        { stripeSessionId: session.id },
        { stripeSessionId: null, orderId: subject.orderId, number: subject.number },
      ],
    },
    select: { status: true },
  });
  if (attempt) return isPaid && !["paid", "duplicate"].includes(attempt.status) ? "unpaid" : null;
  // Retention may have deleted the order of an old session that was never paid.
  const keptUntil = addMs(new Date(session.created * 1000), unpaidOrderDays * day - hour);
  if (!isPaid && keptUntil < databaseNow()) return null;
  if (!(await isOwnSession(db, session)) || (await isLeftToOperator(db, session.id))) return null;
  return "unknown";
}

type Moved = { id: string; payment_intent: string | { id: string } | null };

export const intentOf = ({ payment_intent: intent }: Pick<Moved, "payment_intent">): string =>
  idOf(intent) ?? "";

/** Tells which of these refunds and disputes are not here, though their payment is, or is one of the `lost` sessions'. */
async function missingOf(
  db: Database,
  moved: Moved[],
  lost: Stripe.Checkout.Session[],
): Promise<(one: Moved) => boolean> {
  const ids = moved.map(({ id }) => id);
  const here = await db.$queryRaw<{ id: string }[]>`
    SELECT payment_intent_id AS id FROM payment_attempts WHERE payment_intent_id = ANY(${moved.map(intentOf)}::text[])
    UNION ALL SELECT stripe_refund_id FROM refunds WHERE stripe_refund_id = ANY(${ids}::text[])
    UNION ALL SELECT stripe_dispute_id FROM disputes WHERE stripe_dispute_id = ANY(${ids}::text[])`;
  const known = new Set(here.map(({ id }) => id));
  const ours = new Set([...known, ...lost.map(intentOf)]);
  return (one) => intentOf(one) !== "" && ours.has(intentOf(one)) && !known.has(one.id);
}

// The worker takes no job before this look has ended.
const lookMs = 20 * second;

/**
 * Begins the quarantine when Stripe has a session or refund of this shop that is newer than the newest session in the
 * database and unknown there. This notices a restored copy on a machine without marks. A worker calls it before its
 * first job. Never throws and ends in time, because the shop must work without Stripe; a late answer still counts.
 */
export async function checkStripe(deps: PaymentDeps, limitMs = lookMs): Promise<void> {
  await withinLimit(lookForLost(deps), limitMs, () => {
    logger.warn({ limitMs }, "Stripe did not answer in time; the worker starts before it does");
  });
}

async function lookForLost(deps: PaymentDeps): Promise<void> {
  try {
    const { _max: newest } = await deps.db.paymentAttempt.aggregate({ _max: { createdAt: true } });
    if (!newest.createdAt) return;
    const { unknown, refunds } = await readStripe(deps, newest.createdAt);
    const lost = unknown[0] ?? (await findOwnRefund(deps.db, refunds));
    if (lost) await quarantineFor(deps.db, "something", lost);
  } catch (error) {
    logger.warn(
      { err: String(error) },
      "Stripe's newest sessions and refunds could not be compared with the database",
    );
  }
}

/** A refund that this shop made itself, and whose row is not here; a row may not have Stripe's id yet. */
async function findOwnRefund(db: Database, refunds: Stripe.Refund[]): Promise<Stripe.Refund | undefined> {
  const shop = await getShopId(db);
  const own = refunds.filter(({ metadata }) => metadata?.refund_id && metadata.shop === shop);
  const ids = own.map(({ metadata }) => metadata?.refund_id);
  const here = await db.$queryRaw<
    { id: string }[]
  >`SELECT id FROM refunds WHERE id::text = ANY(${ids}::text[])`;
  return own.find(({ metadata }) => here.every(({ id }) => id !== metadata?.refund_id));
}
