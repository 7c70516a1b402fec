import pg from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { consumeRateLimit, refundRateLimit, resetRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { limits } from "@/lib/base/rate-limit/limits";
import { day } from "@/lib/base/time/time";
import { codeOf, useDatabase } from "../../support/database";

const { database } = useDatabase();
const { points, windowMs } = limits.createOrder;

/** Stands for another process: the same database, without this process's memory. */
function otherPool(url = database.current.url): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // The database may be dropped before a connection that was given up has closed.
  pool.on("error", () => undefined);
  onTestFinished(() => pool.end());
  return pool;
}

async function take(
  times: number,
  pool: pg.Pool,
  key: string,
  scale = 1,
): Promise<PromiseSettledResult<void>[]> {
  return Promise.allSettled(
    Array.from({ length: times }, () => consumeRateLimit(pool, "createOrder", key, scale)),
  );
}

const refused = (results: PromiseSettledResult<void>[]) =>
  results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));

describe("a limit", () => {
  it("allows exactly its number of requests, also when they come at once", async () => {
    const results = refused(await take(points + 15, database.current.pool, "203.0.113.1"));
    expect(results.map(({ code }) => code)).toEqual(Array(15).fill("rate_limited"));
    const waits = results.map(({ retryAfterSeconds = 0 }) => retryAfterSeconds);
    expect(Math.min(...waits)).toBeGreaterThan(windowMs / 1_000 - 60);
    expect(Math.max(...waits)).toBeLessThanOrEqual(windowMs / 1_000);
  });

  it("names at most its window, also when a request that began later was counted first", async () => {
    const expire = BigInt(Date.now() + windowMs + 5_000);
    const key = "203.0.113.20";
    await database.current.db.rateLimit.create({ data: { key: `createOrder:${key}`, points, expire } });
    const [error] = refused(await take(1, database.current.pool, key));
    expect(error.retryAfterSeconds).toBe(windowMs / 1_000);
  });

  it("counts each address separately", async () => {
    expect(refused(await take(points, database.current.pool, "203.0.113.2"))).toHaveLength(0);
    expect(refused(await take(points, database.current.pool, "203.0.113.3"))).toHaveLength(0);
  });

  it("counts each kind of request separately", async () => {
    await take(points + 1, database.current.pool, "203.0.113.4");
    await expect(
      consumeRateLimit(database.current.pool, "profileLookup", "203.0.113.4", 1),
    ).resolves.toBeUndefined();
  });

  it("holds across processes and restarts", async () => {
    await take(points - 1, database.current.pool, "203.0.113.5");
    expect(refused(await take(3, otherPool(), "203.0.113.5"))).toHaveLength(2);
    expect(refused(await take(1, otherPool(), "203.0.113.5"))).toHaveLength(1);
  });

  it("counts callers who come at once, in two processes and in opposite order, each exactly", async () => {
    const keys = Array.from({ length: 8 }, (_, nth) => `203.0.113.${30 + nth}`);
    const [one, other] = [otherPool(), otherPool()];
    const rounds = keys.map((key) => take(points, one, key));
    rounds.push(...keys.toReversed().map((key) => take(points, other, key)));
    expect(refused((await Promise.all(rounds)).flat())).toHaveLength(keys.length * points);
  });

  it("grows with the scale", async () => {
    expect(refused(await take(points * 3, database.current.pool, "203.0.113.6", 3))).toHaveLength(0);
    expect(refused(await take(1, database.current.pool, "203.0.113.6", 3))).toHaveLength(1);
  });

  it("allows requests again when its window is over", async () => {
    await take(points + 1, database.current.pool, "203.0.113.7");
    await database.current.pool.query(
      "UPDATE rate_limits SET expire = 1 WHERE key = 'createOrder:203.0.113.7'",
    );
    await expect(consumeRateLimit(otherPool(), "createOrder", "203.0.113.7", 1)).resolves.toBeUndefined();
  });

  it("has the same window for processes whose clocks differ by ten days", async () => {
    const key = "203.0.113.11";
    await take(points - 1, database.current.pool, key);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * day });
    onTestFinished(() => void vi.useRealTimers());
    const results = refused(await take(3, otherPool(), key));
    expect(results).toHaveLength(2);
    expect(results[0].retryAfterSeconds).toBeLessThanOrEqual(windowMs / 1_000);
  });

  it("allows requests of a key whose count was refunded", async () => {
    const [{ pool }, key] = [database.current, "203.0.113.12"];
    await take(points, pool, key);
    await refundRateLimit(pool, "createOrder", key);
    expect(refused(await take(2, pool, key))).toHaveLength(1);
    await resetRateLimit(pool, "createOrder", key);
    expect(refused(await take(points, pool, key))).toHaveLength(0);
  });

  it("refuses callers that have used it up without asking the database", async () => {
    const pool = otherPool();
    await take(points, pool, "203.0.113.8");
    await take(50, pool, "203.0.113.8");
    const { rows } = await pool.query("SELECT points FROM rate_limits WHERE key = 'createOrder:203.0.113.8'");
    expect(rows).toEqual([{ points: points }]);
  });

  it("allows no request while the database is away", async () => {
    const away = otherPool("postgres://nobody@127.0.0.1:1/none");
    expect(await codeOf(consumeRateLimit(away, "createOrder", "203.0.113.9", 1))).toBe(
      "database_unavailable",
    );
  });

  it("on pictures needs no database", async () => {
    const away = otherPool("postgres://nobody@127.0.0.1:1/none");
    const results = await Promise.allSettled(
      Array.from({ length: limits.imageProxy.points + 5 }, () =>
        consumeRateLimit(away, "imageProxy", "203.0.113.10", 1),
      ),
    );
    expect(refused(results).map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => "rate_limited"));
  });
});
