import type Stripe from "stripe";
import { logger } from "@/lib/base/logger";
import { startStopwatch } from "@/lib/base/time/clock";
import { addMs, day, hour, minute, unixSeconds } from "@/lib/base/time/time";
import { resolveAlert } from "@/lib/mail/alerts/raise-alert";
import { findCursor, moveCursor } from "@/lib/money/reconciliation/discrepancies";
import { callStripe, type PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { failingEventsAlert, listFailingEvents } from "./event-failures";
import { eventTypes } from "./event-types";
import { type ReceivedEvent, receivedEventSchema } from "./received-event";
import { storeEvents } from "./store-events";

const cursorName = "stripe_events";
// An event may appear in Stripe's list later than a newer one.
const overlapMs = 10 * minute;
// How far back a shop without a cursor begins: Stripe retries deliveries for three days.
const firstLookMs = 3 * day;
// https://docs.stripe.com/api/events/list: events can be read for 30 days.
const keptMs = 30 * day;
// Stripe lists the newest first, so a long outage is read in spans: a run that ends early has then made progress.
const spanMs = 6 * hour;

/**
 * Reads Stripe's events since the last run and stores those that no webhook delivered, with their jobs. Returns how
 * many. The cursor follows what is stored, not what is handled, so an event that can't be handled delays no other. The
 * next run continues one that ended early: at `budgetMs`, or with payment_unavailable.
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
    await moveCursor(deps.db, cursorName, String(unixSeconds(isLast ? now : to)));
    from = to;
  }
  if ((await listFailingEvents(deps.db, { limit: 1 })).length === 0) {
    await resolveAlert(deps.db, failingEventsAlert);
  }
  if (stored > 0) logger.warn({ stored }, "stored events that no webhook had delivered");
  return stored;
}

async function sinceWhen({ db }: PaymentDeps, now: Date): Promise<Date> {
  const cursor = await findCursor(db, cursorName);
  if (cursor === null) return addMs(now, -firstLookMs);
  // A cursor in the future was written while the database's clock was ahead; it must not hide earlier events.
  const at = Math.min(Number(cursor) * 1000, now.getTime()) - overlapMs;
  return new Date(Math.max(at, addMs(now, -keptMs).getTime()));
}

async function storeSpan({ db, stripe }: PaymentDeps, from: Date, to: Date | null): Promise<number> {
  const created = { gte: unixSeconds(from), ...(to && { lt: unixSeconds(to) }) };
  let stored = 0;
  let after: string | undefined;
  do {
    const page = await callStripe(
      stripe.events.list({
        created,
        types: [...eventTypes],
        limit: 100,
        ...(after && { starting_after: after }),
      }),
    );
    stored += await storeEvents(db, page.data.flatMap(readEvent));
    after = page.has_more ? page.data.at(-1)?.id : undefined;
  } while (after);
  return stored;
}

/** An event that can't be read is logged and left out, so that it does not block the others. */
function readEvent(event: Stripe.Event): ReceivedEvent[] {
  const parsed = receivedEventSchema.safeParse(event);
  if (!parsed.success)
    logger.error(
      { eventId: event.id, type: event.type },
      "an event of Stripe's list could not be read, and is left out",
    );
  return parsed.success ? [parsed.data] : [];
}
