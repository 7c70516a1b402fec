import type Stripe from "stripe";
import { resolveAlert } from "@/lib/alerts/raise-alert";
import { startStopwatch } from "@/lib/clock";
import { logger } from "@/lib/logger";
import type { PaymentDeps } from "@/lib/payments/settle-payment";
import { toAppError } from "@/lib/stripe/stripe-client";
import { addMs, day, hour, minute, unixSeconds } from "@/lib/time";
import { handledTypes } from "./handle-event";
import { listFailingEvents } from "./queries";
import { type ReceivedEvent, receivedEventSchema } from "./received-event";
import { failingEventsAlert } from "./record-event-failure";
import { storeEvents } from "./store-events";

const cursorName = "stripe_events";
// Stripe's list may show an event later than one that was made after it.
const overlapMs = 10 * minute;
// Where a shop without a cursor begins: as long as Stripe delivers again by itself.
const firstLookMs = 3 * day;
// https://docs.stripe.com/api/events/list: events can be read for 30 days.
const keptMs = 30 * day;
// Stripe lists the newest first: a long outage is read in spans, so that a run that ends early has got somewhere.
const spanMs = 6 * hour;

/**
 * Reads Stripe's events since the last run and stores those that no delivery has brought, with their jobs; whether
 * Stripe counts them as delivered does not matter. Returns how many. The cursor follows what is stored, not what is
 * handled: an event that can't be handled holds nothing up. A run that ends early (at `budgetMs`, or because Stripe is
 * away: payment_unavailable) is continued by the next one.
 */
export async function reconcileEvents(
  deps: PaymentDeps,
  { now, budgetMs }: { now: Date; budgetMs: number },
): Promise<number> {
  const elapsed = startStopwatch();
  let stored = 0;
  let from = await sinceWhen(deps, now);
  while (from < now && elapsed() < budgetMs) {
    const to = addMs(from, spanMs);
    const isLast = to >= now;
    // The last span has no end: Stripe's clock may be ahead of ours.
    stored += await storeSpan(deps, from, isLast ? null : to);
    await moveCursor(deps, unixSeconds(isLast ? now : to));
    from = to;
  }
  if ((await listFailingEvents(deps.db, { limit: 1 })).length === 0) {
    await resolveAlert(deps.db, failingEventsAlert);
  }
  if (stored > 0) logger.warn({ stored }, "events Stripe had not brought");
  return stored;
}

async function sinceWhen({ db }: PaymentDeps, now: Date): Promise<Date> {
  const cursor = await db.reconcileCursor.findUnique({ where: { name: cursorName } });
  if (!cursor) return addMs(now, -firstLookMs);
  // A cursor ahead of now was written while the database's clock was: it must not hide what comes before it.
  const at = Math.min(Number(cursor.value) * 1000, now.getTime()) - overlapMs;
  return new Date(Math.max(at, addMs(now, -keptMs).getTime()));
}

async function storeSpan({ db, stripe }: PaymentDeps, from: Date, to: Date | null): Promise<number> {
  const created = { gte: unixSeconds(from), ...(to && { lt: unixSeconds(to) }) };
  let stored = 0;
  let after: string | undefined;
  do {
    const page = await listPage(stripe, { created, ...(after && { starting_after: after }) });
    stored += await storeEvents(db, page.data.flatMap(readEvent));
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after);
  return stored;
}

/** One that can't be read can't be handled either; it is logged and left out, so that it does not hold up the others. */
function readEvent(event: Stripe.Event): ReceivedEvent[] {
  const parsed = receivedEventSchema.safeParse(event);
  if (!parsed.success) logger.error({ eventId: event.id, type: event.type }, "an event could not be read");
  return parsed.success ? [parsed.data] : [];
}

async function listPage(
  stripe: PaymentDeps["stripe"],
  query: Stripe.EventListParams,
): Promise<Stripe.ApiList<Stripe.Event>> {
  try {
    return await stripe.events.list({ ...query, types: handledTypes, limit: 100 });
  } catch (error) {
    throw toAppError(error);
  }
}

async function moveCursor({ db }: PaymentDeps, seconds: number): Promise<void> {
  const value = String(seconds);
  await db.reconcileCursor.upsert({
    where: { name: cursorName },
    create: { name: cursorName, value },
    update: { value },
  });
}
