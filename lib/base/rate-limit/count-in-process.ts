import { LRUCache } from "lru-cache";
import { AppError } from "@/lib/base/errors";
import { second } from "@/lib/base/time/time";
import { type LimitName, limits } from "./limits";

/** A process remembers 50,000 keys. Given as a size, because a `max` would allocate memory for all of them at once. */
export const remembered = { maxSize: 50_000, sizeCalculation: () => 1 };

const counted = new LRUCache<string, { points: number }>(remembered);

/**
 * Counts one call of `key`, or several at once, against a limit in this process's memory, without the database; `scale`
 * multiplies the limit. Errors: rate_limited with the seconds until the window ends.
 */
export function countInProcess(limit: LimitName, key: string, scale: number, calls = 1): void {
  const { points, windowMs } = limits[limit];
  const name = `${limit}:${key}`;
  const count = counted.get(name) ?? { points: 0 };
  if (count.points === 0) counted.set(name, count, { ttl: windowMs });
  count.points += calls;
  const allowed = Math.max(1, Math.floor(points * scale));
  if (count.points > allowed) throw tooMany(counted.getRemainingTTL(name));
}

/** The refusal of a call beyond its limit, whose window ends in `leftMs`. */
export function tooMany(leftMs: number): AppError {
  return new AppError("rate_limited", { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / second)) });
}
