import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import type { Db } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { addressKey, widerKey } from "./address-key";
import { countInProcess, remembered, tooMany } from "./count-in-process";
import { type Limit, type LimitName, limits } from "./limits";

// Keys at their limit, until their windows end, so that a flood from one of them does not reach the database. A flood
// from more addresses than a process remembers reaches it.
const refused = new WeakMap<Pool, LRUCache<string, true>>();

/**
 * Counts one call of `key` (an `addressKey`, an account) against a limit; `scale` multiplies the limit. Errors:
 * rate_limited with the seconds until the window ends; database_unavailable, because a limit that can't be counted
 * refuses.
 */
export async function consumeRateLimit(
  pool: Pool,
  limit: LimitName,
  key: string,
  scale: number = getEnv().RATE_LIMIT_SCALE,
): Promise<void> {
  const { points, windowMs, isPerProcess }: Limit = limits[limit];
  if (isPerProcess) return countInProcess(limit, key, scale);
  const allowed = Math.max(1, Math.floor(points * scale));
  const name = rowName(limit, key);
  const refusedHere = refusedOf(pool);
  if (refusedHere.has(name)) throw tooMany(refusedHere.getRemainingTTL(name));
  const { taken, leftMs } = await countInDatabase(pool, name, windowMs);
  if (taken >= allowed) refusedHere.set(name, true, { ttl: Math.max(1, Math.ceil(leftMs)) });
  if (taken > allowed) throw tooMany(leftMs);
}

// A /48 may be a company's or a campus's, so it has more than one connection.
const wideTimes = 4;

/**
 * Counts one call of an address, for limits that protect money or paid calls: of its network (addressKey), and of the
 * wider network that one IPv6 customer may have, with four times the limit. Errors: as `consumeRateLimit`.
 */
export async function consumeForAddress(pool: Pool, limit: LimitName, address: string): Promise<void> {
  await consumeRateLimit(pool, limit, addressKey(address));
  const wide = widerKey(address);
  if (wide) await consumeRateLimit(pool, limit, wide, getEnv().RATE_LIMIT_SCALE * wideTimes);
}

/** True for the first call with this key; its row is kept until `expireMs` after 1970. */
export async function consumeOnce(db: Db, key: string, expireMs: number): Promise<boolean> {
  const used = await db.rateLimit.createMany({
    data: [{ key, points: 1, expire: BigInt(expireMs) }],
    skipDuplicates: true,
  });
  return used.count === 1;
}

/** Takes back one count, for a call that was not of the kind the limit is for. */
export async function refundRateLimit(pool: Pool, limit: LimitName, key: string): Promise<void> {
  const name = rowName(limit, key);
  await pool.query("UPDATE rate_limits SET points = GREATEST(points - 1, 0) WHERE key = $1", [name]);
  refusedOf(pool).delete(name);
}

/** Takes back all counts of a key, after the account holder has authenticated. */
export async function resetRateLimit(pool: Pool, limit: LimitName, key: string): Promise<void> {
  const name = rowName(limit, key);
  await pool.query("DELETE FROM rate_limits WHERE key = $1", [name]);
  refusedOf(pool).delete(name);
}

function rowName(limit: LimitName, key: string): string {
  return `${limit}:${key}`;
}

function refusedOf(pool: Pool): LRUCache<string, true> {
  const known = refused.get(pool) ?? new LRUCache<string, true>(remembered);
  refused.set(pool, known);
  return known;
}

type Count = { taken: number; leftMs: number };
type Call = {
  name: string;
  windowMs: number;
  counted: (count: Count) => void;
  failed: (error: unknown) => void;
};

// The calls that wait for their pool's statement in flight; none while a pool counts nothing.
const waiting = new WeakMap<Pool, Call[]>();

/**
 * Counts one call, exactly, in all processes together. Calls that come while the database counts earlier ones share the
 * next statement, so a flood costs few statements and its calls don't wait for each other's row.
 */
function countInDatabase(pool: Pool, name: string, windowMs: number): Promise<Count> {
  return new Promise((counted, failed) => {
    const call = { name, windowMs, counted, failed };
    const others = waiting.get(pool);
    if (others) others.push(call);
    else void countInTurn(pool, [call]);
  });
}

async function countInTurn(pool: Pool, calls: Call[]): Promise<void> {
  waiting.set(pool, []);
  try {
    await countTogether(pool, calls);
  } catch (error) {
    const cause = isDatabaseOutage(error) ? new AppError("database_unavailable", { cause: error }) : error;
    for (const { failed } of calls) failed(cause);
  }
  const next = waiting.get(pool) ?? [];
  if (next.length > 0) return countInTurn(pool, next);
  waiting.delete(pool);
}

/** Windows follow the database's clock, which all processes share. */
async function countTogether(pool: Pool, calls: Call[]): Promise<void> {
  const { rows } = await pool.query<{ key: string; points: number; leftMs: number }>(
    `WITH clock AS (SELECT (extract(epoch FROM now()) * 1000)::bigint AS ms)
    INSERT INTO rate_limits AS kept (key, points, expire)
    SELECT called.key, count(*), max(clock.ms + called.window_ms)
    FROM clock, unnest($1::text[], $2::bigint[]) AS called(key, window_ms)
    -- All processes lock rows in this order.
    GROUP BY called.key ORDER BY called.key
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN kept.expire > (SELECT ms FROM clock) THEN kept.points ELSE 0 END + EXCLUDED.points,
      expire = CASE WHEN kept.expire > (SELECT ms FROM clock) THEN kept.expire ELSE EXCLUDED.expire END
    RETURNING key, points, (expire - (SELECT ms FROM clock))::float8 AS "leftMs"`,
    [calls.map(({ name }) => name), calls.map(({ windowMs }) => windowMs)],
  );
  const counts = new Map(rows.map((row) => [row.key, row]));
  // The last of several calls with one key has the highest number.
  for (const { name, windowMs, counted, failed } of calls.toReversed()) {
    const count = counts.get(name);
    // A request that began later may have been counted first, so its window may seem longer than it is.
    if (count) counted({ taken: count.points--, leftMs: Math.min(count.leftMs, windowMs) });
    else failed(new Error("a call was not counted"));
  }
}
