import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import { getConnection, getDb } from "@/lib/base/db/client";
import { sqlState } from "@/lib/base/db/errors";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { clockProblem, syncClock } from "@/lib/base/time/clock";
import { minute, second } from "@/lib/base/time/time";
import { cacheFor } from "./cache-for";
import { getStripe } from "./runtime";

// Shorter than the wait for a free connection, so that a full pool is reported as such.
const databaseTimeoutMs = 3 * second;
const stripeCheckTimeoutMs = 2 * second;

// A refused key is a problem of this instance; an unreachable Stripe is not, and must not take the shop down.
const { get: stripeProblem } = cacheFor(minute, async (): Promise<string | null> => {
  try {
    await getStripe().balance.retrieve({}, { timeout: stripeCheckTimeoutMs, maxNetworkRetries: 0 });
  } catch (error) {
    if (error instanceof Stripe.errors.StripeAuthenticationError) return "stripe: the key was refused";
  }
  return null;
});

/**
 * Writes a temporary file of 150 kB, because a full disk still takes a write that fits into a page that is there, and
 * refuses orders.
 */
const { get: diskProblem } = cacheFor(10 * second, async (): Promise<string | null> => {
  const db = getDb();
  try {
    await db.$transaction([
      db.$executeRaw`SET LOCAL work_mem = '64kB'`,
      db.$queryRaw`SELECT count(*) FROM generate_series(1, 10000)`,
    ]);
    return null;
  } catch (error) {
    const state = sqlState(error) ?? "";
    // Resources, but not connections, and the system. Other failures are those of the database's own check.
    return /^(53[^3]|58)/.test(state) ? `database: its disk takes no writes (${state})` : null;
  }
});

/**
 * This instance's problems, in words for an operator; empty when healthy. At most a second old; Stripe's answer at most
 * a minute, that of the database's disk ten seconds.
 */
export const { get: checkHealth } = cacheFor(second, async (): Promise<string[]> => {
  const problems = await Promise.all([databaseProblem(), stripeProblem()]);
  return problems.filter((problem) => problem !== null);
});

/**
 * A task for the operator although pages and payments work; null when there is none. At most a second old.
 */
export const { get: findNotice } = cacheFor(second, async (): Promise<string | null> => {
  const quarantine = await findQuarantine(getDb()).catch(() => null);
  return quarantine && "quarantine: nothing is sent, refunded or mailed until `npm run ops -- recover`";
});

/**
 * A queue for the pool's connections that moves is load and no problem: a load balancer that took this instance away
 * would send its load to the others.
 */
async function databaseProblem(): Promise<string | null> {
  const { pool } = getConnection();
  let isMoving = false;
  const noteMove = () => {
    isMoving = true;
  };
  pool.on("acquire", noteMove);
  const late = wait(databaseTimeoutMs, undefined, { ref: false }).then(() => {
    if (pool.waitingCount === 0) return "database: not answering";
    return isMoving ? null : "database: busy";
  });
  return Promise.race([askDatabase(), late]).finally(() => pool.off("acquire", noteMove));
}

async function askDatabase(): Promise<string | null> {
  try {
    const [row] = await getDb().$queryRaw<{ isMigrated: boolean; isReadOnly: boolean }[]>`
      SELECT to_regclass('graphile_worker.jobs') IS NOT NULL AND to_regclass('orders') IS NOT NULL AS "isMigrated",
        pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "isReadOnly"`;
    if (row?.isReadOnly) return "database: read-only";
    if (!row?.isMigrated) return "database: migrations have not run";
    const problem = clockProblem(await syncClock(getDb()));
    return problem ? `clock: ${problem}` : await diskProblem();
  } catch {
    return "database: not reachable";
  }
}
