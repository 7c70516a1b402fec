import type { Pool } from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { isDatabaseOutage } from "@/lib/db/errors";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { second } from "@/lib/time";
import { type LimitName, limits } from "./limits";

// One set of limiters a pool and scale: each remembers whom it need not ask the database about.
const limiters = new WeakMap<Pool, Map<string, RateLimiterAbstract>>();

/**
 * Takes one of the points that `key` (an `addressKey`, an account) has in a limit's window. `scale` multiplies the
 * points. Errors: rate_limited with the seconds until the window ends; database_unavailable, because a limit that
 * can't be counted stays shut.
 */
export async function takePoint(
  pool: Pool,
  limit: LimitName,
  key: string,
  scale: number = getEnv().RATE_LIMIT_SCALE,
): Promise<void> {
  try {
    await limiterFor(pool, limit, scale).consume(key);
  } catch (error) {
    if (error instanceof RateLimiterRes) {
      throw new AppError("rate_limited", {
        retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / second)),
      });
    }
    if (isDatabaseOutage(error)) throw new AppError("database_unavailable", { cause: error });
    throw error;
  }
}

/** The limiter behind a limit; points are taken with `takePoint` and given back in give-points-back.ts. */
export function limiterFor(pool: Pool, limit: LimitName, scale: number): RateLimiterAbstract {
  const ofPool = limiters.get(pool) ?? new Map<string, RateLimiterAbstract>();
  limiters.set(pool, ofPool);
  const name = `${limit}:${scale}`;
  const limiter = ofPool.get(name) ?? openLimiter(pool, limit, scale, ofPool);
  ofPool.set(name, limiter);
  return limiter;
}

function openLimiter(
  pool: Pool,
  limit: LimitName,
  scale: number,
  others: Map<string, RateLimiterAbstract>,
): RateLimiterAbstract {
  const { points, windowMs, store } = limits[limit];
  const allowed = Math.max(1, Math.floor(points * scale));
  const shared = { keyPrefix: limit, points: allowed, duration: windowMs / second };
  if (store === "memory") return new RateLimiterMemory(shared);
  return new RateLimiterPostgres({
    ...shared,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    // Whoever has used up its points is refused from memory: a flood does not reach the database.
    inMemoryBlockOnConsumed: allowed,
    // One of them sweeps the rows of all.
    clearExpiredByTimeout: ![...others.values()].some((other) => other instanceof RateLimiterPostgres),
  });
}
