import { raiseAlert } from "@/lib/alerts/raise-alert";
import type { Database } from "@/lib/db/client";
import { isDatabaseOutage } from "@/lib/db/errors";
import { getShop } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";

// The first failures of an event are mostly a Stripe that answers slowly; the job comes again by itself.
const worthAnAlert = 3;

/**
 * Keeps, for the admin's page, that an event could not be handled: how often, and the newest failure's code. The
 * third time in a row is an alert. Never throws: the failure itself is what the caller has to tell.
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
    if (!row || row.times < worthAnAlert) return;
    const message = `Stripe's event ${event.id} (${event.type}) has failed ${row.times} times, last with ${code}. The shop keeps trying; look for its id in the log.`;
    await raiseAlert(
      db,
      { key: failingEventsAlert, kind: "failing_events", message },
      getShop().supportEmail,
    );
  } catch (failure) {
    logger.warn(
      { eventId: event.id, code, err: String(failure) },
      "a failing event could not be written down",
    );
  }
}

/** The alert about events that keep failing; over when none is left. */
export const failingEventsAlert = "failing_events";

function codeOf(error: unknown): string {
  if (isDatabaseOutage(error)) return "database_unavailable";
  return error instanceof AppError ? error.code : "internal";
}
