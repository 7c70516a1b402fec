import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { clockProblem, maxClockOffsetMs } from "@/lib/base/time/clock";
import { utcText } from "@/lib/base/time/time";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";

/** A worker that has not written its heartbeat (every ten seconds) for this long counts as dead. */
export const silentAfterSeconds = 60;

/**
 * Raises and resolves three alerts: no worker is alive, so nothing is delivered, refunded or mailed; a worker was
 * killed in the last ten minutes (one that stops normally deletes its heartbeat); a live worker's clock is wrong. The
 * web process calls it too, because dead workers can't report themselves.
 */
export async function checkWorkers(db: Database): Promise<void> {
  const [seen] = await db.$queryRaw<{ alive: number; killed: number; last: Date | null }[]>`
    SELECT count(*) FILTER (WHERE last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second')::int AS alive,
      count(*) FILTER (WHERE last_seen_at BETWEEN now() - interval '10 minutes'
        AND now() - ${silentAfterSeconds}::int * interval '1 second')::int AS killed,
      max(last_seen_at) AS last
    FROM worker_heartbeats`;
  await checkClocks(db);
  const { alive = 0, killed = 0, last = null } = seen ?? {};
  if (alive > 0) {
    await resolveAlert(db, "worker");
  } else {
    const since = last ? `since ${utcText(last)}` : "at all";
    const message = `No worker has run ${since}. Nothing is delivered, refunded or mailed until one does: start a worker, and check its log.`;
    await raiseAlert(db, { key: "worker", kind: "worker", message });
  }
  if (killed === 0 || alive === 0) return resolveAlert(db, "worker_killed");
  const which = killed === 1 ? "A worker has" : `${killed} workers have`;
  const message = `${which} died in the last ten minutes; ${alive} still ${alive === 1 ? "runs" : "run"}. Other workers take over ${killed === 1 ? "its" : "their"} jobs, but look for the cause in the log.`;
  const members = Prisma.sql`
    SELECT last_seen_at + ${silentAfterSeconds}::int * interval '1 second' AS since FROM worker_heartbeats
    WHERE last_seen_at < now() - ${silentAfterSeconds}::int * interval '1 second'`;
  await raiseAlert(db, { key: "worker_killed", kind: "worker", message, members });
}

async function checkClocks(db: Database): Promise<void> {
  const wrong = await db.$queryRaw<{ host: string; pid: number; offsetMs: number }[]>`
    SELECT host, pid, clock_offset_ms::float8 AS "offsetMs" FROM worker_heartbeats
    WHERE last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second'
      AND abs(clock_offset_ms) > ${maxClockOffsetMs}::int
    ORDER BY host, pid`;
  if (wrong.length === 0) return resolveAlert(db, "clock");
  const workers = wrong.map(
    ({ host, pid, offsetMs }) => `${host}, process ${pid}: ${clockProblem(offsetMs)}`,
  );
  const message = `These workers take no work until their clocks are right (${workers.join("; ")}). Correct the clocks of their machines (NTP), or the clock of the database's machine if that one is wrong.`;
  await raiseAlert(db, { key: "clock", kind: "clock", message });
}
