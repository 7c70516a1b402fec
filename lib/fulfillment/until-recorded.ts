import { setTimeout as wait } from "node:timers/promises";
import { logger } from "@/lib/logger";
import { second } from "@/lib/time";

const recordWaitsMs = [250, second, 2 * second, 4 * second, 8 * second];

/**
 * Keeps an answer in hand while it can't be written, as in a restart of the database. Recording is safe to repeat
 * and an answer that is lost costs a person's time, so every kind of failure is tried again.
 */
export async function untilRecorded(itemId: string, record: () => Promise<void>): Promise<void> {
  for (const waitMs of recordWaitsMs) {
    try {
      return await record();
    } catch (error) {
      logger.warn({ itemId, err: String(error) }, "an answer could not be recorded; trying again");
      await wait(waitMs);
    }
  }
  return record();
}
