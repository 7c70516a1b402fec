import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "@/lib/base/errors";

const pauseMs = 250;
// A killed server needs minutes to recover on a busy machine.
const longestMs = 300_000;

/**
 * Repeats what fails because a part is down (a killed database, a closed listener), for five minutes. The shop's
 * refusals are thrown at once.
 */
export async function retrying<T>(work: () => Promise<T>): Promise<T> {
  const until = Date.now() + longestMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code !== "database_unavailable") throw error;
      if (Date.now() > until) throw error;
      await wait(pauseMs);
    }
  }
}

/** The shop's refusal, or null when it did what was asked. */
export async function refusalOf(work: () => Promise<unknown>): Promise<AppError | null> {
  try {
    await retrying(work);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
