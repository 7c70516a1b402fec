import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { runMigrations } from "graphile-worker";
import { isConflict, sqlState } from "@/lib/base/db/errors";
import { GuardedClient, guardedConfig, longLimits } from "@/lib/base/db/guarded-client";
import { openPool } from "@/lib/base/db/open-pool";
import { sha256 } from "@/lib/base/ids";
import { second } from "@/lib/base/time/time";

// Relative to the project's root, where every command runs: the bundle of this file is in another folder.
const migrationsFolder = pathToFileURL("prisma/migrations/");

// Any constant works, as long as every migrating process uses the same.
const lockId = 7_204_113_051;
const askAgainMs = 100;

// A statement that waits for a table's lock holds up all later statements on that table, the shop's too. So each try
// waits briefly and is repeated until the lock is free. A try that locks several tables can also lose a deadlock
// against the shop, which locks them in its own order.
const lockWaitMs = 3 * second;
const betweenTriesMs = second;
const mostTries = 200;
const lockNotAvailable = "55P03";

// Prisma's own table, so that its commands know what was applied.
const historyTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz,
  migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
  started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`;

/**
 * Brings a database to this version: prisma/migrations, then the queue's. An advisory lock makes simultaneous starts
 * safe. With `only`, applies only these migrations, like an older release. Returns the applied names. Throws when this
 * release lacks one of `only`.
 */
export async function migrate(databaseUrl: string, only?: string[]): Promise<string[]> {
  const client = new GuardedClient(guardedConfig(databaseUrl, longLimits));
  await client.connect();
  try {
    await takeLock(client);
    const applied = await applyOurs(client, only);
    await migrateQueue(databaseUrl);
    return applied;
  } finally {
    await client.end();
  }
}

async function migrateQueue(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl, 1, longLimits);
  try {
    await runMigrations({ pgPool: pool, logger: undefined });
  } finally {
    await pool.end();
  }
}

/** Applies each migration that is not in the history, with its row. */
async function applyOurs(client: GuardedClient, only?: string[]): Promise<string[]> {
  await client.query(historyTable);
  const done = await client.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL",
  );
  const applied = new Set(done.rows.map(({ name }) => name));
  const all = readdirSync(migrationsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const unknown = only?.filter((name) => !all.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`this release is older: it lacks ${unknown.join(", ")}`);
  const names = (only ?? all).filter((name) => !applied.has(name)).sort();
  for (const name of names) await applyOne(client, name);
  return names;
}

/**
 * Tries repeatedly instead of waiting: a waiting statement would hold up the lock's owner while that builds an index.
 */
async function takeLock(client: GuardedClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isTaken: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS "isTaken"',
      [lockId],
    );
    if (rows[0]?.isTaken) return;
    await wait(askAgainMs);
  }
}

async function applyOne(client: GuardedClient, name: string): Promise<void> {
  const script = readFileSync(new URL(`${name}/migration.sql`, migrationsFolder), "utf8");
  const checksum = sha256(script);
  const record = () =>
    client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name],
    );
  // PostgreSQL builds an index concurrently with writes only outside of a transaction, so each statement runs alone. So
  // does one that commits its batches.
  const isBatched = /^\s+COMMIT;$/m.test(script);
  if (isBatched || /^(?:CREATE|DROP)\b.*\bCONCURRENTLY\b/im.test(script)) {
    for (const statement of isBatched ? [script] : script.split(/;$/m)) await client.query(statement);
    await record();
    return;
  }
  for (let tries = 1; ; tries += 1) {
    await client.query("BEGIN");
    try {
      await client.query(`SET LOCAL lock_timeout = ${lockWaitMs}`);
      await client.query(script);
      await record();
      await client.query("COMMIT");
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const isBusy = isConflict(error) || sqlState(error) === lockNotAvailable;
      if (!isBusy || tries === mostTries) throw error;
      await wait(betweenTriesMs);
    }
  }
}
