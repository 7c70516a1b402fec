import { checkWorkers, silentAfterSeconds } from "@/lib/alerts/check-workers";
import { connect } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { watchDatabase } from "@/lib/quarantine/check-database";
import { markFile } from "@/lib/quarantine/database-mark";
import { second } from "@/lib/time";

/**
 * Has the web process verify the database, as every process does, and look after the workers, because the last of them can't report that it is gone. It begins after
 * the time a heartbeat may be late: shops start both at once.
 */
export function watchWorkers(databaseUrl: string, supportEmail: string, stateDir: string | undefined): void {
  const { db } = connect(databaseUrl, 1);
  watchDatabase(db, markFile(databaseUrl, stateDir));
  const look = () =>
    checkWorkers(db, supportEmail).catch((error: unknown) => {
      logger.warn({ err: String(error) }, "could not look after the workers");
    });
  setInterval(() => void look(), silentAfterSeconds * second).unref();
}
