import { getConnection, getDb } from "@/lib/base/db/client";
import type { Env } from "@/lib/base/env/env";
import { logger } from "@/lib/base/logger";
import { watchDatabase } from "@/lib/base/quarantine/check-database";
import { markFile } from "@/lib/base/quarantine/database-mark";
import { observeProcess } from "@/lib/base/telemetry/observe-process";
import { isObserved } from "@/lib/base/telemetry/start-telemetry";
import { clockOffsetMs, clockProblem, databaseNow, syncClock } from "@/lib/base/time/clock";
import { second } from "@/lib/base/time/time";
import { observeDatabase } from "@/lib/operator/reporting/observe-database";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { createAdmin } from "@/lib/people/customers/create-admin";
import { checkWorkers, silentAfterSeconds } from "@/lib/running/watch/check-workers";

const readEveryMs = 10 * second;
const retryMs = second;

/**
 * Starts the work of a web process besides answering requests: it exports metrics if configured, watches the workers,
 * follows the database's clock and creates the first administrator.
 */
export async function startBackground(env: Env): Promise<void> {
  if (isObserved(env)) {
    observeProcess(getConnection().pool);
    observeDatabase(env.DATABASE_URL);
  }
  watchWorkers(env);
  await keepClock();
  await makeFirstAdmin(env);
}

/**
 * Re-reads the database's clock regularly, and logs when this process's own clock is wrong. Until the first reading,
 * requests that need the time are refused; without the database they would fail too.
 */
async function keepClock(): Promise<void> {
  const before = clockOffsetMs();
  try {
    const problem = clockProblem(await syncClock(getDb()));
    const hadProblem = before !== null && clockProblem(before) !== null;
    if (problem && !hadProblem) logger.error(`this process uses the database's time: ${problem}`);
    if (!problem && hadProblem) logger.info("this process's clock is right again");
  } catch (error) {
    logger.warn({ err: String(error) }, "the database's clock could not be read; trying again");
  }
  setTimeout(keepClock, clockOffsetMs() === null ? retryMs : readEveryMs).unref();
}

/**
 * Verifies the database, like every process, and checks the workers' heartbeats, because the last worker can't report
 * its own death. The first check comes one period after the start, because workers often start at the same time.
 */
function watchWorkers({ DATABASE_URL: url, STATE_DIR: stateDir }: Env): void {
  const db = getDb();
  watchDatabase(db, markFile(url, stateDir));
  const check = () =>
    checkWorkers(db).catch((error: unknown) => {
      logger.warn({ err: String(error) }, "the workers could not be checked; trying again");
    });
  setInterval(() => void check(), silentAfterSeconds * second).unref();
}

/**
 * Creates the administrator of ADMIN_EMAIL and ADMIN_PASSWORD if there has never been one. A failure is only logged.
 */
async function makeFirstAdmin({ ADMIN_EMAIL: email, ADMIN_PASSWORD: password }: Env): Promise<void> {
  if (!email || !password) return;
  try {
    const deps = { db: getDb(), hasher: argon2Hasher, now: databaseNow() };
    const isMade = await createAdmin(deps, { email, password, onlyTheFirst: true });
    if (isMade) logger.warn("the first administrator was created; ADMIN_PASSWORD is no longer needed");
  } catch (error) {
    logger.error({ err: error }, "the first administrator could not be created");
  }
}
