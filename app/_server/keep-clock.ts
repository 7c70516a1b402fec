import { clockOffsetMs, clockProblem, syncClock } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { second } from "@/lib/time";

const readEveryMs = 10 * second;
const retryMs = second;

/**
 * Keeps the web process's reading of the database's clock fresh, and logs when its own clock goes wrong. Until the
 * first reading nothing that needs the time is answered: without the database it could not be answered either.
 */
export async function keepClock(): Promise<void> {
  const before = clockOffsetMs();
  try {
    const problem = clockProblem(await syncClock(getDb()));
    const hadProblem = before !== null && clockProblem(before) !== null;
    if (problem && !hadProblem) logger.error(`this process goes by the database's time: ${problem}`);
    if (!problem && hadProblem) logger.info("this process's clock is right again");
  } catch (error) {
    logger.warn({ err: String(error) }, "the database's clock could not be read");
  }
  setTimeout(keepClock, clockOffsetMs() === null ? retryMs : readEveryMs).unref();
}
