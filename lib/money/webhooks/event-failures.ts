import type { Database, Db } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { Prisma, type StripeEventFailure } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { raiseAlert } from "@/lib/mail/alerts/raise-alert";

/** The key of the alert about events that keep failing; resolved when none is left. */
export const failingEventsAlert = "failing_events";

// An event's first failures are mostly slow answers from Stripe, and the job is retried. It has failed three times within
// about two minutes.
const alertAfter = 3;
const alertAfterMinutes = 2;

/** SQL: the event of a row `failure` was not handled since, and is still tried. */
const isFailing = Prisma.sql`(
  NOT EXISTS (SELECT FROM stripe_events AS event WHERE event.id = failure.id AND event.outcome IS NOT NULL)
  AND failure.last_at > now() - interval '30 days')`;

/**
 * Counts a failure to handle an event and stores its code. The third failure raises an alert. Never throws, because the
 * caller has the event's own error to report.
 */
export async function recordEventFailure(
  db: Database,
  event: { id: string; type: string; createdAt: Date },
  error: unknown,
): Promise<void> {
  const code = codeOf(error);
  try {
    const [row] = await db.$queryRaw<{ times: number }[]>`
      INSERT INTO stripe_event_failures AS failure (id, type, created_at, code)
      VALUES (${event.id}, ${event.type}, ${event.createdAt}, ${code})
      ON CONFLICT (id) DO UPDATE SET times = failure.times + 1, code = EXCLUDED.code, last_at = now()
      RETURNING times`;
    if (!row || row.times < alertAfter) return;
    const message = `Stripe's event ${event.id} (${event.type}) has failed ${row.times} times, most recently with ${code}. The shop keeps trying; search the log for its id.`;
    const members = Prisma.sql`
      SELECT first_at + ${alertAfterMinutes}::int * interval '1 minute' AS since FROM stripe_event_failures AS failure
      WHERE times >= ${alertAfter}::int AND ${isFailing}`;
    await raiseAlert(db, { key: failingEventsAlert, kind: "failing_events", message, members });
  } catch (failure) {
    logger.warn(
      { eventId: event.id, code, err: String(failure) },
      "an event's failure could not be recorded",
    );
  }
}

function codeOf(error: unknown): string {
  if (isDatabaseOutage(error)) return "database_unavailable";
  return error instanceof AppError ? error.code : "internal";
}

/**
 * The events that failed and have not been handled since, the newest failure first. A stored event is retried for as
 * long as it fails, so one whose last failure is more than 30 days old is retried no more, and is left out; the daily
 * reconciliation lists what it left behind.
 */
export async function listFailingEvents(db: Db, { limit }: { limit: number }): Promise<StripeEventFailure[]> {
  return db.$queryRaw`
    SELECT id, type, created_at AS "createdAt", code, times, first_at AS "firstAt", last_at AS "lastAt"
    FROM stripe_event_failures AS failure WHERE ${isFailing}
    ORDER BY last_at DESC LIMIT ${limit}::int`;
}
