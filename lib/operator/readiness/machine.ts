import { readdirSync } from "node:fs";
import type { Db } from "@/lib/base/db/client";
import { clockProblem, databaseNow, syncClock } from "@/lib/base/time/clock";
import { hour } from "@/lib/base/time/time";
import { listWorkers } from "@/lib/operator/reporting/load-operations";
import { backupMaxAgeHours, findFailedBackup } from "@/lib/running/watch/check-backups";
import { ageOf, type CheckResult, missing, off, type ReadinessDeps, ready } from "./readiness-check";

/** Ready when this version's migrations are applied, and PgBouncer, if there is one, limits its sessions. */
export async function checkDatabase({ db, env }: ReadinessDeps): Promise<CheckResult> {
  const applied = await db.$queryRaw<{ name: string; isDone: boolean }[]>`
    SELECT migration_name AS name, finished_at IS NOT NULL AS "isDone" FROM _prisma_migrations
    WHERE rolled_back_at IS NULL`;
  const done = new Set(applied.filter(({ isDone }) => isDone).map(({ name }) => name));
  const absent = listMigrations().filter((name) => !done.has(name));
  const broken = applied.filter(({ isDone }) => !isDone);
  if (absent.length + broken.length > 0) {
    return missing(
      "The database and the shop are of different versions. Run the migrations (npm run db:migrate).",
    );
  }
  if (env.DATABASE_POOLER_URL && !(await hasLimits(db))) {
    return missing(
      "PgBouncer sets no limits, so a statement that hangs is never ended. Give its database the connect_query of ha/pgbouncer.ini.",
    );
  }
  return ready(`The database answers, and all ${done.size} migrations are applied.`);
}

async function hasLimits(db: Db): Promise<boolean> {
  const [limits] = await db.$queryRaw<{ isSet: boolean }[]>`
    SELECT '0' NOT IN (current_setting('statement_timeout'), current_setting('lock_timeout'),
      current_setting('idle_in_transaction_session_timeout')) AS "isSet"`;
  return limits?.isSet ?? false;
}

/** This version's migrations; none if their folder was not shipped. */
function listMigrations(): string[] {
  try {
    const entries = readdirSync("prisma/migrations", { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Missing for a live shop without https. */
export function checkAddress({ env: { SHOP_ORIGIN: origin, APP_MODE: mode } }: ReadinessDeps): CheckResult {
  if (origin.startsWith("https://")) {
    return ready(`${origin} is served over TLS, and browsers are told to use only that (HSTS).`);
  }
  return mode === "local"
    ? off(`${origin} is a local shop without TLS. A live one needs an https address in SHOP_ORIGIN.`)
    : missing(`${origin} is not served over TLS. Set SHOP_ORIGIN to the shop's https address.`);
}

/** Ready when this process's clock agrees with the database's. */
export async function checkClock({ db }: ReadinessDeps): Promise<CheckResult> {
  const problem = clockProblem(await syncClock(db));
  if (!problem) return ready("This machine's clock agrees with the database's.");
  return missing(`This machine's time is wrong: ${problem}. Correct it (NTP).`);
}

/** Ready when a worker is alive, and none that is has a wrong clock. */
export async function checkWorkersAlive({ db }: ReadinessDeps): Promise<CheckResult> {
  const workers = await listWorkers(db);
  const alive = workers.filter((worker) => worker.isAlive);
  const next = { label: "Operations", href: "/admin/operations" };
  if (alive.length === 0) {
    return missing(
      "No worker is running, so nothing is delivered, refunded or mailed. Start one: npm run worker.",
      next,
    );
  }
  const wrong = alive.find((worker) => worker.clockProblem);
  if (wrong) return missing(`The worker on ${wrong.host} takes no work: ${wrong.clockProblem}.`, next);
  return ready(
    alive.length === 1
      ? "One worker is running. A second one would take over if it dies."
      : `${alive.length} workers are running.`,
  );
}

/** Ready when the last backup did not fail and is young enough. */
export async function checkBackups({ db }: ReadinessDeps): Promise<CheckResult> {
  const failure = await findFailedBackup(db);
  if (failure) return missing(failure, { label: "Operations", href: "/admin/operations" });
  const { _max } = await db.backup.aggregate({ _max: { finishedAt: true } });
  const last = _max.finishedAt;
  if (!last)
    return missing("There is no backup on record. Without one, everything is lost if the disk fails.");
  const message = `The last backup finished ${ageOf(last)}.`;
  const isOld = databaseNow().getTime() - last.getTime() > backupMaxAgeHours * hour;
  if (isOld) return missing(`${message} It should be younger than ${backupMaxAgeHours} hours.`);
  return ready(message);
}
