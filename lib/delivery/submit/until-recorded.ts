import { setTimeout as wait } from "node:timers/promises";
import { isDatabaseOutage } from "@/lib/db/errors";
import { logger } from "@/lib/logger";
import { second } from "@/lib/time";

const longestWaitMs = 8 * second;
const triesOfOthers = 6;

/**
 * Keeps an answer in hand while it can't be written. It is kept for as long as the database is away, or the process
 * lives: a frozen connection's locks are outlived, and so is a failover. Any other kind of failure is tried six times,
 * then logged as lost and thrown. Recording is safe to repeat.
 */
export async function untilRecorded(itemId: string, record: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await record();
    } catch (error) {
      if (!isDatabaseOutage(error) && tries >= triesOfOthers) {
        logger.error({ itemId, err: error }, "an answer could not be recorded: it stands in this log alone");
        throw error;
      }
      logger.warn({ itemId, tries, err: String(error) }, "an answer could not be recorded; trying again");
      await wait(Math.min(longestWaitMs, 250 * 2 ** Math.min(tries - 1, 10)));
    }
  }
}
