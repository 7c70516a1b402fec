import type { Database } from "@/lib/db/client";
import { raiseAlert, resolveAlert } from "./raise-alert";

/** A worker beats every ten seconds; one that was silent for this long is gone. */
export const silentAfterSeconds = 60;

/**
 * Keeps two alerts: that no worker lives, so that nothing is delivered, refunded or mailed; and that one was killed in
 * the last ten minutes (a worker that is stopped in order takes its heartbeat away). A dead worker can't report
 * itself, so the web process and the other workers each call this.
 */
export async function checkWorkers(db: Database, supportEmail: string): Promise<void> {
  const [seen] = await db.$queryRaw<{ living: number; killed: number; last: Date | null }[]>`
    SELECT count(*) FILTER (WHERE last_seen_at > now() - ${silentAfterSeconds}::int * interval '1 second')::int AS living,
      count(*) FILTER (WHERE last_seen_at BETWEEN now() - interval '10 minutes'
        AND now() - ${silentAfterSeconds}::int * interval '1 second')::int AS killed,
      max(last_seen_at) AS last
    FROM worker_heartbeats`;
  const { living = 0, killed = 0, last = null } = seen ?? {};
  if (living > 0) {
    await resolveAlert(db, "worker");
  } else {
    const since = last ? `since ${last.toISOString().slice(0, 16).replace("T", " ")} UTC` : "at all";
    const sentence = `No worker was heard of ${since}. Nothing is delivered, refunded or mailed until one runs: start it, and look into its log.`;
    await raiseAlert(db, { key: "worker", kind: "worker", sentence }, supportEmail);
  }
  if (killed === 0 || living === 0) return resolveAlert(db, "worker_killed");
  const which = killed === 1 ? "A worker has" : `${killed} workers have`;
  const sentence = `${which} stopped without a word in the last ten minutes; ${living} still run. What was under way is taken over, but look for the cause in the log.`;
  await raiseAlert(db, { key: "worker_killed", kind: "worker", sentence }, supportEmail);
}
