import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { clockProblem, maxClockOffsetMs } from "@/lib/base/time/clock";
import { addMs, second, utcText } from "@/lib/base/time/time";
import { watchMembers } from "@/lib/mail/alerts/raise-alert";

/** A worker that has not written its heartbeat (every ten seconds) for this long counts as dead. */
export const silentAfterSeconds = 60;

const silence = Prisma.sql`${silentAfterSeconds}::int * interval '1 second'`;
const isAlive = Prisma.sql`last_seen_at > now() - ${silence}`;
const wasKilledLately = Prisma.sql`last_seen_at BETWEEN now() - interval '10 minutes' AND now() - ${silence}`;
const hasWrongClock = Prisma.sql`${isAlive} AND abs(clock_offset_ms) > ${maxClockOffsetMs}::int`;

/**
 * Raises and resolves three alerts: no worker is alive, so nothing is delivered, refunded or mailed; a worker was
 * killed in the last ten minutes (one that stops normally deletes its heartbeat); a live worker's clock is wrong. The
 * web process calls it too, because dead workers can't report themselves.
 */
export function checkWorkers(db: Database): Promise<void> {
  return watchMembers(
    db,
    {
      key: "clock",
      kind: "clock",
      // A further worker with a wrong clock is no reason for another mail.
      members: Prisma.sql`SELECT NULL::timestamptz AS since FROM worker_heartbeats WHERE ${hasWrongClock}`,
      message: () => describeClocks(db),
    },
    {
      key: "worker",
      kind: "worker",
      members: Prisma.sql`
        SELECT max(last_seen_at) + ${silence} AS since FROM worker_heartbeats
        HAVING count(*) FILTER (WHERE ${isAlive}) = 0`,
      message: ({ oldest }) => {
        const since = oldest ? `since ${utcText(addMs(oldest, -silentAfterSeconds * second))}` : "at all";
        return `No worker has run ${since}. Nothing is delivered, refunded or mailed until one does: start a worker, and check its log.`;
      },
    },
    {
      key: "worker_killed",
      kind: "worker",
      members: Prisma.sql`
        SELECT last_seen_at + ${silence} AS since FROM worker_heartbeats
        WHERE NOT ${isAlive} AND EXISTS (SELECT FROM worker_heartbeats WHERE ${isAlive})
          AND EXISTS (SELECT FROM worker_heartbeats WHERE ${wasKilledLately})`,
      message: () => describeKilled(db),
    },
  );
}

async function describeClocks(db: Database): Promise<string> {
  const wrong = await db.$queryRaw<{ host: string; pid: number; offsetMs: number }[]>`
    SELECT host, pid, clock_offset_ms::float8 AS "offsetMs" FROM worker_heartbeats
    WHERE ${hasWrongClock} ORDER BY host, pid`;
  const workers = wrong.map(
    ({ host, pid, offsetMs }) => `${host}, process ${pid}: ${clockProblem(offsetMs)}`,
  );
  return `These workers take no work until their clocks are right (${workers.join("; ")}). Correct the clocks of their machines (NTP), or the clock of the database's machine if that one is wrong.`;
}

async function describeKilled(db: Database): Promise<string> {
  const [seen] = await db.$queryRaw<{ alive: number; killed: number }[]>`
    SELECT count(*) FILTER (WHERE ${isAlive})::int AS alive,
      count(*) FILTER (WHERE ${wasKilledLately})::int AS killed
    FROM worker_heartbeats`;
  const { alive = 0, killed = 0 } = seen ?? {};
  const which = killed === 1 ? "A worker has" : `${killed} workers have`;
  return `${which} died in the last ten minutes; ${alive} still ${alive === 1 ? "runs" : "run"}. Other workers take over ${killed === 1 ? "its" : "their"} jobs, but look for the cause in the log.`;
}
