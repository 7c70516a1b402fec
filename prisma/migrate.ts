import { readdirSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { runMigrations } from "graphile-worker";
import { GuardedClient, guardedConfig, longLimits } from "@/lib/db/guarded-client";
import { openPool } from "@/lib/db/open-pool";
import { filters, openSchemaEngine } from "./schema-engine";

// Relative to the project's root, where every command runs: the bundle of this file is in another folder.
const migrationsFolder = pathToFileURL("prisma/migrations/");

// Any constant, the same for every migrating process.
const lockId = 7_204_113_051;

/**
 * Brings a database to this version: prisma/migrations, then the queue's. An advisory lock makes simultaneous starts
 * safe. With `only`, applies these of the migrations, as an older release had them. Returns the applied names. Throws
 * when this release lacks one of `only`.
 */
export async function migrate(databaseUrl: string, only?: string[]): Promise<string[]> {
  const lock = new GuardedClient(guardedConfig(databaseUrl, longLimits));
  await lock.connect();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [lockId]);
    const appliedMigrationNames = await applyOurs(databaseUrl, only);
    await migrateQueue(databaseUrl);
    return appliedMigrationNames;
  } finally {
    await lock.end();
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

async function applyOurs(databaseUrl: string, only?: string[]): Promise<string[]> {
  const { engine, close } = await openSchemaEngine(databaseUrl);
  try {
    return (await engine.applyMigrations({ migrationsList: readMigrations(only), filters }))
      .appliedMigrationNames;
  } finally {
    await close();
  }
}

function readMigrations(only?: string[]) {
  const all = readdirSync(migrationsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const unknown = only?.filter((name) => !all.includes(name)) ?? [];
  if (unknown.length > 0) throw new Error(`this release is older: it lacks ${unknown.join(", ")}`);
  const names = only ? all.filter((name) => only.includes(name)) : all;
  return {
    baseDir: "prisma/migrations",
    shadowDbInitScript: "",
    lockfile: {
      path: "migration_lock.toml",
      content: readFileSync(new URL("migration_lock.toml", migrationsFolder), "utf8"),
    },
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: {
          tag: "ok" as const,
          value: readFileSync(new URL(`${name}/migration.sql`, migrationsFolder), "utf8"),
        },
      },
    })),
  };
}
