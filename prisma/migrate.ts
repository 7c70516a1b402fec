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
 * safe. Returns the applied names.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const lock = new GuardedClient(guardedConfig(databaseUrl, longLimits));
  await lock.connect();
  try {
    await lock.query("SELECT pg_advisory_lock($1)", [lockId]);
    const appliedMigrationNames = await applyOurs(databaseUrl);
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

async function applyOurs(databaseUrl: string): Promise<string[]> {
  const { engine, close } = await openSchemaEngine(databaseUrl);
  try {
    return (await engine.applyMigrations({ migrationsList: readMigrations(), filters }))
      .appliedMigrationNames;
  } finally {
    await close();
  }
}

function readMigrations() {
  const names = readdirSync(migrationsFolder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is missing");
  const applied = await migrate(url);
  console.log(applied.length > 0 ? `applied ${applied.join(", ")}` : "the database is up to date");
  // The queue's pool would keep the process alive for ten idle seconds.
  process.exit(0);
}
