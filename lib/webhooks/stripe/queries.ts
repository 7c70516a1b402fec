import type { Db } from "@/lib/db/client";

/** An event that could not be handled yet: how often it failed, and with which code last. */
export type FailingEvent = {
  id: string;
  type: string;
  createdAt: Date;
  code: string;
  times: number;
  firstAt: Date;
  lastAt: Date;
};

/**
 * The events that failed and have not been handled since, the newest failure first. Those Stripe shows no longer (it
 * keeps events for 30 days) are left out: the daily comparison tells what they left behind.
 */
export async function listFailingEvents(db: Db, { limit }: { limit: number }): Promise<FailingEvent[]> {
  return db.$queryRaw`
    SELECT id, type, created_at AS "createdAt", code, times, first_at AS "firstAt", last_at AS "lastAt"
    FROM stripe_event_failures AS failure
    WHERE NOT EXISTS (SELECT FROM stripe_events AS event WHERE event.id = failure.id AND event.outcome IS NOT NULL)
      AND last_at > now() - interval '30 days'
    ORDER BY last_at DESC LIMIT ${limit}::int`;
}
