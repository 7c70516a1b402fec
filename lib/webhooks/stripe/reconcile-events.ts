import type Stripe from "stripe";
import { resolveAlert } from "@/lib/alerts/raise-alert";
import type { SettleDeps } from "@/lib/checkout/settle-payment";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { toAppError } from "@/lib/payments/stripe-client";
import { addMs, day, minute, unixSeconds } from "@/lib/time";
import { handledTypes, handleStripeEvent } from "./handle-event";
import { listFailingEvents } from "./queries";
import { failingEventsAlert } from "./record-event-failure";

const cursorName = "stripe_events";
// Stripe's list may show an event later than one that was made after it.
const overlapMs = 10 * minute;
// Where a shop without a cursor begins: as long as Stripe delivers again by itself.
const firstLookMs = 3 * day;
// https://docs.stripe.com/api/events/list: events can be read for 30 days.
const keptMs = 30 * day;
const outageLength = 3;

export type ReconciledEvents = { handled: number; failed: number };

/**
 * Reads Stripe's events since the last run and handles those that no delivery has brought, through the same handler;
 * whether Stripe counts them as delivered does not matter. The cursor moves to the oldest event that is left over, so
 * nothing is skipped: a run that ends early (at `budgetMs`, or because Stripe is away) is continued by the next one.
 */
export async function reconcileEvents(
  deps: SettleDeps,
  { now, budgetMs }: { now: Date; budgetMs: number },
): Promise<ReconciledEvents> {
  const events = await listSince(deps, await sinceWhen(deps, now));
  const missed = await withoutHandled(deps, events);
  const endAt = addMs(new Date(), budgetMs);
  const left: Stripe.Event[] = [];
  let handled = 0;
  let inARow = 0;
  for (const event of missed) {
    if (inARow === outageLength || new Date() > endAt) {
      left.push(event);
      continue;
    }
    try {
      await handleStripeEvent(deps, event);
      handled += 1;
      inARow = 0;
    } catch (error) {
      left.push(event);
      const isAway = error instanceof AppError && error.code === "payment_unavailable";
      inARow = isAway ? inARow + 1 : 0;
      logger.warn({ eventId: event.id, type: event.type, err: String(error) }, "a missed event failed");
    }
  }
  await moveCursor(deps, left[0]?.created ?? unixSeconds(now));
  if ((await listFailingEvents(deps.db, { limit: 1 })).length === 0) {
    await resolveAlert(deps.db, failingEventsAlert);
  }
  if (handled + left.length > 0) logger.warn({ handled, left: left.length }, "events Stripe had not brought");
  return { handled, failed: left.length };
}

async function sinceWhen({ db }: SettleDeps, now: Date): Promise<number> {
  const cursor = await db.reconcileCursor.findUnique({ where: { name: cursorName } });
  if (!cursor) return unixSeconds(addMs(now, -firstLookMs));
  const at = addMs(new Date(Number(cursor.value) * 1000), -overlapMs);
  return Math.max(unixSeconds(at), unixSeconds(addMs(now, -keptMs)));
}

/** The oldest first: later events of one object are then handled when the earlier ones are. */
async function listSince({ stripe }: SettleDeps, since: number): Promise<Stripe.Event[]> {
  const events: Stripe.Event[] = [];
  try {
    const query = { created: { gte: since }, types: handledTypes, limit: 100 };
    for await (const event of stripe.events.list(query)) events.push(event);
  } catch (error) {
    throw toAppError(error);
  }
  return events.reverse();
}

async function withoutHandled({ db }: SettleDeps, events: Stripe.Event[]): Promise<Stripe.Event[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM stripe_events WHERE id = ANY(${events.map((event) => event.id)}::text[])`;
  const handled = new Set(rows.map((row) => row.id));
  return events.filter((event) => !handled.has(event.id));
}

async function moveCursor({ db }: SettleDeps, seconds: number): Promise<void> {
  const value = String(seconds);
  await db.reconcileCursor.upsert({
    where: { name: cursorName },
    create: { name: cursorName, value },
    update: { value },
  });
}
