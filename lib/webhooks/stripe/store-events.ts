import type { Db } from "@/lib/db/client";
import { maxAttempts } from "@/lib/jobs/enqueue";
import { eventHandlers } from "./event-handlers";
import { eventJob, type ReceivedEvent } from "./received-event";

/**
 * Stores verified events together with the jobs that handle them, in one statement; returns how many were new. An
 * event that is already stored gets neither a row nor a job; one of a type that the shop does not use gets no job.
 */
export async function storeEvents(db: Db, events: ReceivedEvent[]): Promise<number> {
  if (events.length === 0) return 0;
  const rows = JSON.stringify(
    events.map((event) => ({
      ...eventJob(event),
      id: event.id,
      type: event.type,
      created: event.created,
      subject: event.data.object,
      outcome: eventHandlers.has(event.type) ? null : `Events of type ${event.type} are not used.`,
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
