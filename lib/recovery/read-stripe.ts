import type Stripe from "stripe";
import { databaseNow } from "@/lib/clock";
import { logger } from "@/lib/logger";
import { unpaidOrderDays } from "@/lib/orders/order-status";
import { isOwnSession, listLeftToOperator, readSubject } from "@/lib/payments/read-session";
import { getShopId } from "@/lib/quarantine/shop-id";
import { quarantineFor } from "@/lib/quarantine/start-quarantine";
import { movedNoMoney } from "@/lib/refunds/sync-refunds";
import { idOf, type PaymentDeps, toAppError } from "@/lib/stripe/stripe-client";
import { addMs, day, hour, minute, unixSeconds } from "@/lib/time";

/** This shop's objects that Stripe has since a given time and the database lacks, oldest first. */
export type StripeReading = {
  /** Sessions without their attempt here, except those that an earlier recovery has left to the operator. */
  unknown: Stripe.Checkout.Session[];
  /** Paid sessions whose payment is not posted here. */
  unpaid: Stripe.Checkout.Session[];
  /** Payments with refunds that are not here, and the disputes that are not. */
  refundedIntents: string[];
  disputes: string[];
};

// What was in flight at the agreed time: a session is payable for 45 minutes.
const overlapMs = hour;

/**
 * Compares Stripe's sessions, refunds and disputes since the agreed time with the database. That time may be wrong, so
 * it keeps reading backwards until a whole day is known here. Throws payment_unavailable.
 */
export async function readStripe(deps: PaymentDeps, agreedUntil: Date): Promise<StripeReading> {
  try {
    const since = unixSeconds(addMs(agreedUntil, -overlapMs));
    const { unknown, unpaid, floor } = await readSessions(deps, since);
    const created = { gte: floor };
    const refunds = await readAll(deps.stripe.refunds.list({ created, limit: 100 }));
    const disputes = await readAll(deps.stripe.disputes.list({ created, limit: 100 }));
    const ours = new Set(await listOurIntents(deps, [...refunds, ...disputes], [...unknown, ...unpaid]));
    return {
      unknown,
      unpaid,
      refundedIntents: await listRefundedIntents(deps, refunds, ours),
      disputes: await listNewDisputes(deps, disputes, ours),
    };
  } catch (error) {
    throw toAppError(error);
  }
}

/** All entries of a list at Stripe. */
async function readAll<Entry>(list: AsyncIterable<Entry>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const entry of list) entries.push(entry);
  return entries;
}

/**
 * The refunds that carry this shop's mark and are not in the database, except those from before the last quarantine's end
 * whose order is not here either: that recovery has left their payment to the operator.
 */
async function listLostRefunds(deps: PaymentDeps, refunds: Stripe.Refund[]): Promise<Stripe.Refund[]> {
  const shopId = await getShopId(deps.db);
  const marked = refunds.filter(({ metadata }) => metadata?.shop === shopId && metadata.refund_id);
  const ids = marked.map(({ metadata }) => metadata?.refund_id ?? "");
  const rows = await deps.db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM refunds WHERE id::text = ANY(${ids}::text[])`;
  const here = new Set(rows.map(({ id }) => id));
  const lost = marked.filter(({ metadata }) => !here.has(metadata?.refund_id ?? ""));
  const orders = await deps.db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM orders WHERE id::text = ANY(${lost.map(({ metadata }) => metadata?.order_id ?? "")}::text[])`;
  const ours = new Set(orders.map(({ id }) => id));
  const { releasedAt } = await deps.db.shopState.findFirstOrThrow({ select: { releasedAt: true } });
  return lost.filter(
    ({ created, metadata }) =>
      !releasedAt || created > unixSeconds(releasedAt) || ours.has(metadata?.order_id ?? ""),
  );
}

const cleanSeconds = day / 1000;

type Sessions = Pick<StripeReading, "unknown" | "unpaid"> & { floor: number };

/**
 * This shop's sessions since a Unix second, or further back, that are unknown or unpaid here; `floor` is how far back
 * it read.
 */
async function readSessions(deps: PaymentDeps, since: number): Promise<Sessions> {
  const read: Sessions = { unknown: [], unpaid: [], floor: since };
  let page: Stripe.Checkout.Session[] = [];
  for await (const session of deps.stripe.checkout.sessions.list({ limit: 100 })) {
    if (page.length === 100) page = await take(deps, page, read);
    if (session.created < read.floor) break;
    page.push(session);
  }
  await take(deps, page, read);
  read.unknown.reverse();
  read.unpaid.reverse();
  return read;
}

type KnownRow = { session: string; is_posted: boolean };

/** Sorts one page. Each unknown session makes it read further back. */
async function take(deps: PaymentDeps, page: Stripe.Checkout.Session[], read: Sessions): Promise<[]> {
  const named = JSON.stringify(
    page.flatMap((session) => {
      const subject = readSubject(session);
      return subject ? [{ session: session.id, order_id: subject.orderId, number: subject.number }] : [];
    }),
  );
  const rows = await deps.db.$queryRaw<KnownRow[]>`
    SELECT named.session, attempt.status IN ('paid', 'duplicate') AS is_posted
    FROM jsonb_to_recordset(${named}::jsonb) AS named(session text, order_id uuid, number int)
    JOIN payment_attempts AS attempt ON attempt.stripe_session_id = named.session
      OR (attempt.order_id = named.order_id AND attempt.number = named.number AND attempt.stripe_session_id IS NULL)`;
  const known = new Map(rows.map((row) => [row.session, row]));
  const left = await listLeftToOperator(
    deps.db,
    page.map(({ id }) => id),
  );
  for (const session of page) {
    const row = known.get(session.id);
    if (!row && left.has(session.id)) continue;
    if (row) {
      if (session.payment_status === "paid" && !row.is_posted) read.unpaid.push(session);
    } else if (!mayBeDeleted(session) && (await isOwnSession(deps.db, session))) {
      read.unknown.push(session);
      read.floor = Math.min(read.floor, session.created - cleanSeconds);
    }
  }
  return [];
}

/** True for a session that was never paid and whose order retention may have deleted: its absence proves nothing. */
function mayBeDeleted({ payment_status, created }: Stripe.Checkout.Session): boolean {
  const keptUntil = addMs(new Date(created * 1000), unpaidOrderDays * day - hour);
  return payment_status !== "paid" && keptUntil < databaseNow();
}

type Moved = { payment_intent: string | { id: string } | null };

const intentOf = ({ payment_intent: intent }: Moved) => idOf(intent) ?? "";

/** The payments of these refunds and disputes that are ours; `unposted`: sessions whose payment no attempt here names. */
async function listOurIntents(
  { db }: PaymentDeps,
  moved: Moved[],
  unposted: Stripe.Checkout.Session[],
): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT payment_intent_id AS id FROM payment_attempts
    WHERE payment_intent_id = ANY(${moved.map(intentOf)}::text[])`;
  return [...rows.map(({ id }) => id), ...unposted.map(intentOf).filter((id) => id !== "")];
}

async function listRefundedIntents(
  { db }: PaymentDeps,
  refunds: Stripe.Refund[],
  ours: Set<string>,
): Promise<string[]> {
  const moved = refunds.filter((refund) => ours.has(intentOf(refund)) && !movedNoMoney(refund));
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT stripe_refund_id AS id FROM refunds
    WHERE stripe_refund_id = ANY(${moved.map(({ id }) => id)}::text[])`;
  const here = new Set(rows.map(({ id }) => id));
  return [...new Set(moved.filter(({ id }) => !here.has(id)).map(intentOf))];
}

async function listNewDisputes(
  { db }: PaymentDeps,
  disputes: Stripe.Dispute[],
  ours: Set<string>,
): Promise<string[]> {
  const moved = disputes.filter((dispute) => ours.has(intentOf(dispute)));
  const here = await db.dispute.findMany({
    where: { stripeDisputeId: { in: moved.map(({ id }) => id) } },
    select: { stripeDisputeId: true },
  });
  const known = new Set(here.map(({ stripeDisputeId }) => stripeDisputeId));
  return moved.map(({ id }) => id).filter((id) => !known.has(id));
}

// Stripe's clock may differ, and a session is created a moment after its attempt.
const newestOverlapMs = 10 * minute;

/**
 * Begins the quarantine when Stripe has a session or refund of this shop that is newer than the newest in the database
 * and unknown there. This notices a restored copy on a machine without marks. A worker calls it before its first job.
 * Never throws, because the shop must work without Stripe.
 */
export async function checkStripe(deps: PaymentDeps): Promise<void> {
  try {
    const [newest] = await deps.db.$queryRaw<{ session: Date | null; refund: Date | null }[]>`
      SELECT (SELECT max(created_at) FROM payment_attempts) AS session,
        (SELECT max(created_at) FROM refunds) AS refund`;
    const since = (at: Date | null | undefined) => unixSeconds(addMs(at ?? new Date(0), -newestOverlapMs));
    if (!newest?.session) return;
    const [session] = (await readSessions(deps, since(newest.session))).unknown;
    const created = { gte: since(newest.refund ?? newest.session) };
    const refunds = await readAll(deps.stripe.refunds.list({ created, limit: 100 }));
    const [refund] = await listLostRefunds(deps, refunds);
    const lost = session ?? refund;
    if (lost) await quarantineFor(deps.db, "something", lost);
  } catch (error) {
    logger.warn(
      { err: String(toAppError(error)) },
      "Stripe's newest sessions and refunds could not be compared with the database",
    );
  }
}
