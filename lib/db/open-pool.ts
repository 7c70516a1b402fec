import { Pool, type PoolClient } from "pg";
import { logger } from "@/lib/logger";
import { retryOnConflict, sqlState } from "./errors";
import { GuardedClient, guardedConfig, type Limits } from "./guarded-client";

/** A pool whose connections can't hang (guarded-client.ts) and follow the primary of a list of hosts. */
export function openPool(databaseUrl: string, poolSize: number, limits: Partial<Limits> = {}): Pool {
  const config = { ...guardedConfig(databaseUrl, limits), max: poolSize, Client: GuardedClient };
  const pool = new ForgivingPool(config);
  // A statement outside a transaction is undone as a whole by a conflict, so it is repeated as a whole.
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
 * The queue gives its listening connection back twice when the database goes away while it stops (graphile-worker
 * 0.16.6: once for the stop, once for the LISTEN that failed), which pg-pool answers with an error in a promise
 * without a listener: that ended the worker. The second time does nothing here.
 */
class ForgivingPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | undefined {
    if (!connected) return super.connect();
    super.connect((error, client, release: Release) => {
      let isReleased = false;
      connected(error, client, () => {
        // There is nothing to give back from a pool that has ended.
        if (!isReleased) release?.();
        isReleased = true;
      });
    });
    return undefined;
  }
}
