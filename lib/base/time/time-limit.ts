import { setTimeout as wait } from "node:timers/promises";

/** The result of `work` or, after `limitMs`, what `late` returns or throws; the work itself continues. */
export async function withinLimit<T>(work: PromiseLike<T>, limitMs: number, late: () => T): Promise<T> {
  const timer = new AbortController();
  const limit = wait(limitMs, undefined, { signal: timer.signal }).then(late);
  // Rejects without a listener when the work was faster.
  limit.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}
