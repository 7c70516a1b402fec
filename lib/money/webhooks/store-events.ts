import type { Database, Db } from "@/lib/base/db/client";
import { addAgain } from "@/lib/base/jobs/add-again";
import { maxAttempts } from "@/lib/base/jobs/enqueue";
import { logger } from "@/lib/base/logger";
import { isUsedEvent } from "./event-types";
import { eventJob, type ReceivedEvent, subjectSchema } from "./received-event";

/**
 * Stores verified events together with the jobs that handle them, in one statement; returns how many were new. An
 * event that is already stored gets neither a row nor a job; one of a type that the shop does not use gets no job.
 */
export async function storeEvents(db: Db, events: ReceivedEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const rows = JSON.stringify(
    events.map((event) => ({
      ...eventJob(event, event.data.object),
      id: event.id,
      type: event.type,
      created: event.created,
      subject: event.data.object,
      outcome: isUsedEvent(event.type) ? null : `Events of type ${event.type} are not used.`,
    })),
  );
  const [row] = await db.$queryRaw<{ stored: number }[]>`
    WITH given AS (
      SELECT DISTINCT ON (id) * FROM json_to_recordset(${rows}::json) AS event(id text, type text, created float8, subject jsonb,
        outcome text, name text, payload json, key text, queue text, priority int)
      -- Sorted, so that two batches with the same events can't deadlock.
      ORDER BY id
    ), stored AS (
      INSERT INTO stripe_events (id, type, created_at, subject, outcome)
      SELECT id, type, to_timestamp(created), subject, outcome FROM given
      ON CONFLICT (id) DO NOTHING
      RETURNING id, outcome
    ), jobs AS (
      SELECT array_agg(ROW(name, payload, queue, NULL, ${maxAttempts}::int, key, priority, NULL)::graphile_worker.job_spec)
        AS specs
      FROM stored JOIN given USING (id) WHERE stored.outcome IS NULL HAVING count(*) > 0
    )
    SELECT (SELECT count(*)::int FROM stored) AS stored,
      (SELECT count(*) FROM jobs, graphile_worker.add_jobs(jobs.specs)) AS added`;
  return row?.stored ?? 0;
}

const batchSize = 500;

/**
 * Adds jobs for stored events without one, as the sweeper does for rows. Handling an event whose stored subject can't be
 * read fails, and an alert names it. Returns how many jobs it added, at most a batch.
 */
export async function requeueEvents(db: Database): Promise<number> {
  const due = await db.$queryRaw<{ id: string; type: string; subject: unknown }[]>`
    SELECT event.id, event.type, event.subject FROM stripe_events AS event
    WHERE event.outcome IS NULL
      AND NOT EXISTS (
        SELECT FROM graphile_worker.jobs AS job WHERE job.key = 'stripe-event:' || event.id
          AND (job.locked_at IS NOT NULL OR job.attempts < job.max_attempts))
    ORDER BY event.received_at LIMIT ${batchSize}::int`;
  await addAgain(
    db,
    // A subject that can't be read fails when its own event is handled, and must not keep the others waiting here.
    due.map(({ subject, ...event }) => eventJob(event, subjectSchema.safeParse(subject).data ?? {})),
  );
  if (due.length > 0) logger.info({ events: due.length }, "requeued stored events");
  return due.length;
}
