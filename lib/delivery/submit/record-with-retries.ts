import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { logger } from "@/lib/base/logger";
import { second } from "@/lib/base/time/time";

const longestWaitMs = 8 * second;
const triesOfOthers = 6;

/**
 * Records an answer, retrying for as long as the database is away, so that the answer survives a frozen connection's
 * locks and a failover. Any other failure is tried six times, then logged as lost and thrown. `record` must be
 * idempotent.
 */
export async function recordWithRetries(itemId: string, record: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await record();
    } catch (error) {
      if (!isDatabaseOutage(error) && tries >= triesOfOthers) {
        logger.error({ itemId, err: error }, "an answer could not be recorded: only this log has it");
        throw error;
      }
      logger.warn({ itemId, tries, err: String(error) }, "an answer could not be recorded; trying again");
      await wait(Math.min(longestWaitMs, 250 * 2 ** Math.min(tries - 1, 10)));
    }
  }
}
