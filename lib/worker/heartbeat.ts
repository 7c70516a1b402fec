import { hostname } from "node:os";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { second } from "@/lib/time";

/** How often a worker says that it lives. One that was silent for several times as long is gone. */
export const heartbeatMs = 10 * second;

/** Writes this process's heartbeat until it is stopped, and takes it away then: what stays behind was killed. */
export function startHeartbeat(db: Database): { stop(): Promise<void> } {
  const id = newId();
  const host = hostname().slice(0, 200);
  const beat = async () => {
    try {
      await db.$executeRaw`
        INSERT INTO worker_heartbeats (id, host, pid) VALUES (${id}::uuid, ${host}, ${process.pid}::int)
        ON CONFLICT (id) DO UPDATE SET last_seen_at = now()`;
    } catch (error) {
      logger.warn({ err: String(error) }, "a heartbeat could not be written");
    }
  };
  let last = beat();
  const timer = setInterval(() => {
    last = beat();
  }, heartbeatMs);
  return {
    async stop() {
      clearInterval(timer);
      await last;
      await db.workerHeartbeat.deleteMany({ where: { id } }).catch((error: unknown) => {
        logger.warn({ err: String(error) }, "a heartbeat could not be taken away");
      });
    },
  };
}
