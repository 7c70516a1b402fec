import type { Database } from "@/lib/db/client";
import { enqueue } from "@/lib/jobs/enqueue";
import { logger } from "@/lib/logger";
import { eventJob, subjectSchema } from "./received-event";

const batchSize = 500;

/**
 * Adds jobs for stored events without one: it was lost, or its attempts are used up. An event that keeps failing is
 * retried with growing pauses of at most an hour. Returns how many jobs it added, at most a batch.
 */
export async function requeueEvents(db: Database): Promise<number> {
  const due = await db.$queryRaw<{ id: string; type: string; subject: unknown }[]>`
    SELECT event.id, event.type, event.subject FROM stripe_events AS event
    LEFT JOIN stripe_event_failures AS failure ON failure.id = event.id
    WHERE event.outcome IS NULL
      AND (failure.id IS NULL
        OR failure.last_at < now() - least(interval '1 hour', failure.times * failure.times * interval '10 seconds'))
      AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs AS job WHERE job.key = 'stripe-event:' || event.id
          AND (job.locked_at IS NOT NULL OR job.attempts < job.max_attempts))
    ORDER BY event.received_at LIMIT ${batchSize}::int`;
  await enqueue(
    db,
    due.map(({ id, type, subject }) =>
      eventJob({ id, type, created: 0, data: { object: subjectSchema.parse(subject) } }),
    ),
  );
  if (due.length > 0) logger.info({ events: due.length }, "requeued stored events");
  return due.length;
}
