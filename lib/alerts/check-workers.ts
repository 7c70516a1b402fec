import { clockProblem, maxClockOffsetMs } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { raiseAlert, resolveAlert } from "./raise-alert";

/** A worker beats every ten seconds; one that was silent for this long is gone. */
export const silentAfterSeconds = 60;

/**
 * Keeps three alerts: that no worker lives, so that nothing is delivered, refunded or mailed; that one was killed in
 * the last ten minutes (a worker that is stopped in order takes its heartbeat away); and that the clock of a living one
 * is wrong. A dead worker can't report itself, so the web process and the other workers each call this.
 */
export async function checkWorkers(db: Database, supportEmail: string): Promise<void> {
  const [seen] = await db.$queryRaw<{ living: number; killed: number; last: Date | null }[]>`
    SELECT count(*) FILTER (WHERE last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second')::int AS living,
      count(*) FILTER (WHERE last_seen_at BETWEEN now() - interval '10 minutes'
        AND now() - ${silentAfterSeconds}::int * interval '1 second')::int AS killed,
      max(last_seen_at) AS last
    FROM worker_heartbeats`;
  await checkClocks(db, supportEmail);
  const { living = 0, killed = 0, last = null } = seen ?? {};
  if (living > 0) {
    await resolveAlert(db, "worker");
  } else {
    const since = last ? `since ${last.toISOString().slice(0, 16).replace("T", " ")} UTC` : "at all";
    const message = `No worker was heard of ${since}. Nothing is delivered, refunded or mailed until one runs: start it, and look into its log.`;
    await raiseAlert(db, { key: "worker", kind: "worker", message }, supportEmail);
  }
  if (killed === 0 || living === 0) return resolveAlert(db, "worker_killed");
  const which = killed === 1 ? "A worker has" : `${killed} workers have`;
  const message = `${which} stopped without a word in the last ten minutes; ${living} still run. What was in progress is taken over, but look for the cause in the log.`;
  await raiseAlert(db, { key: "worker_killed", kind: "worker", message }, supportEmail);
}

async function checkClocks(db: Database, supportEmail: string): Promise<void> {
  const wrong = await db.$queryRaw<{ host: string; pid: number; offsetMs: number }[]>`
    SELECT host, pid, clock_offset_ms::float8 AS "offsetMs" FROM worker_heartbeats
    WHERE last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second'
      AND abs(clock_offset_ms) > ${maxClockOffsetMs}::int
    ORDER BY host, pid`;
  if (wrong.length === 0) return resolveAlert(db, "clock");
  const workers = wrong.map(
    ({ host, pid, offsetMs }) => `${host}, process ${pid}: ${clockProblem(offsetMs)}`,
  );
  const message = `These workers take no work until their clocks are right (${workers.join("; ")}). Set the time of their machines (NTP), or that of the database's machine if it is the one that is wrong.`;
  await raiseAlert(db, { key: "clock", kind: "clock", message }, supportEmail);
}
