import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { clockOffsetMs, clockProblem, syncClock } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import { checkWorkers } from "@/lib/running/watch/check-workers";

/** How often a worker writes its heartbeat. A worker that is silent for several times as long is gone. */
export const heartbeatMs = 10 * second;
// Until the database's clock is known no work is taken, so it is read often.
const firstReadingMs = second;

/** Called at each beat. */
type ClockWatcher = {
  /** The clock is known and correct: jobs may be taken. */
  onRight(): void;
  /** The clock is wrong: no jobs may be taken until it is correct again. */
  onWrong(): void;
};

/**
 * Writes this process's heartbeat until it is stopped, then removes it: a heartbeat that stays behind means that its
 * worker was killed. Each beat compares the process's clock with the database's and tells `watcher` whether it is
 * right; a wrong clock is logged and raises an alert.
 */
export function startHeartbeat(db: Database, watcher: ClockWatcher): { stop(): Promise<void> } {
  const id = newId();
  const host = hostname().slice(0, 200);
  const ending = new AbortController();
  const { signal } = ending;
  let wasWrong = false;

  const judge = (offsetMs: number) => {
    const problem = clockProblem(offsetMs);
    if (problem && !wasWrong) logger.error({ offsetMs }, `this worker takes no work: ${problem}`);
    if (!problem && wasWrong) logger.info("this worker's clock is right again: it takes work");
    if (problem) watcher.onWrong();
    else watcher.onRight();
    return problem !== null;
  };
  const beat = async () => {
    try {
      const offsetMs = await syncClock(db);
      if (signal.aborted) return;
      const isWrong = judge(offsetMs);
      await db.$executeRaw`
        INSERT INTO worker_heartbeats (id, host, pid, clock_offset_ms)
        VALUES (${id}::uuid, ${host}, ${process.pid}::int, ${offsetMs}::bigint)
        ON CONFLICT (id) DO UPDATE SET last_seen_at = now(), clock_offset_ms = EXCLUDED.clock_offset_ms`;
      if (isWrong !== wasWrong) await checkWorkers(db);
      wasWrong = isWrong;
    } catch (error) {
      logger.warn({ err: String(error) }, "a heartbeat could not be written; trying again");
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await beat();
      const pauseMs = clockOffsetMs() === null ? firstReadingMs : heartbeatMs;
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      ending.abort();
      await running;
      await db.workerHeartbeat.deleteMany({ where: { id } }).catch((error: unknown) => {
        logger.warn({ err: String(error) }, "a heartbeat could not be removed");
      });
    },
  };
}
