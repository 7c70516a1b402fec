import { Pool, type PoolClient } from "pg";
import { logger } from "@/lib/base/logger";
import { minute } from "@/lib/base/time/time";
import { retryOnConflict, sqlState } from "./errors";
import { GuardedClient, guardedConfig, type SessionLimits } from "./guarded-client";

// A new connection plans each statement again, so the ones that a quiet shop uses every half minute stay open.
const idleMs = 5 * minute;

/** A pool whose connections can't hang (guarded-client.ts) and follow the primary of a list of hosts. */
export function openPool(databaseUrl: string, poolSize: number, limits: SessionLimits = {}): Pool {
  const guarded = guardedConfig(databaseUrl, limits);
  const config = { ...guarded, max: poolSize, idleTimeoutMillis: idleMs, Client: GuardedClient };
  const pool = new ForgivingPool(config);
  // Outside a transaction, a conflict rolls back the whole statement, so it can be repeated.
  const query = pool.query.bind(pool) as (...asked: unknown[]) => Promise<unknown>;
  const isAnsweredByCallback = (asked: unknown[]) => typeof asked.at(-1) === "function";
  Object.assign(pool, {
    query: (...asked: unknown[]) =>
      isAnsweredByCallback(asked) ? query(...asked) : retryOnConflict(() => query(...asked)),
  });
  // A dropped idle connection is replaced at the next query; without a listener it would end the process.
  pool.on("error", (error) => {
    logger.warn({ code: sqlState(error), err: error.message }, "a database connection was lost");
  });
  return pool;
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void;
type Release = (() => void) | undefined;

/**
 * Ignores a second release of a connection. graphile-worker 0.16.6 releases its listening connection twice when the
 * database goes away while it stops, and pg-pool's unhandled rejection would end the worker.
 */
class ForgivingPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect((error, client, release: Release) => {
      let isReleased = false;
      connected(error, client, () => {
        // A pool that has ended passes no release function.
        if (!isReleased) release?.();
        isReleased = true;
      });
    });
    return undefined;
  }
}
