import "server-only";
import { startStopwatch } from "@/lib/base/time/clock";

/**
 * `read`, begun at most once in a period: all callers meanwhile get the same promise. A failure is not cached, so the
 * next call reads again; `forget` does the same after a change.
 */
export function cacheFor<T>(periodMs: number, read: () => Promise<T>) {
  let last: { found: Promise<T>; age(): number } | undefined;
  const get = (): Promise<T> => {
    if (last && last.age() < periodMs) return last.found;
    const fresh = { found: read(), age: startStopwatch() };
    last = fresh;
    fresh.found.catch(() => {
      if (last === fresh) forget();
    });
    return fresh.found;
  };
  const forget = (): void => {
    last = undefined;
  };
  return { get, forget };
}
