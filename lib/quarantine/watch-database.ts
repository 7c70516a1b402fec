import type { Database } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { second } from "@/lib/time";
import { checkDatabase } from "./check-database";

const periodMs = 10 * second;

/** Verifies and marks the database every ten seconds until it is stopped, as every process that works does. */
export function watchDatabase(db: Database, file: string): { stop(): void } {
  const timer = setInterval(() => {
    checkDatabase(db, file).catch((error: unknown) => {
      logger.warn({ err: String(error) }, "the database could not be verified");
    });
  }, periodMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
