import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, describe, expect, inject, it } from "vitest";
import { connect } from "@/lib/base/db/client";
import { newId } from "@/lib/base/ids";
import { createDatabase } from "@/lib/local/postgres";
import { seedWithSuppliers } from "@/lib/local/seed-suppliers";
import { migrate as migrateHere } from "@/prisma/migrate";
import { dropDatabase } from "../../support/database";
import { testSecret } from "../../support/test-env";

const made: string[] = [];

/** A new database: empty and not migrated, or a copy of `template`. */
async function newDatabase(template?: string): Promise<string> {
  const name = `test_${newId().replaceAll("-", "")}`;
  await createDatabase(inject("postgresUrl"), name, template);
  made.push(name);
  const url = new URL(inject("postgresUrl"));
  url.pathname = `/${name}`;
  return url.href;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));

/**
 * Runs `npm run db:migrate` with the migrations of `folder` in a separate process, as containers of a new version do.
 * Returns the names of the migrations that it applied.
 */
async function migrate(url: string, folder = root): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", import.meta.resolve("tsx"), join(root, "prisma/run-migrate.ts")],
    {
      cwd: folder,
      env: { ...process.env, DATABASE_URL: url, TSX_TSCONFIG_PATH: join(root, "tsconfig.json") },
    },
  );
  return /^applied (.+)$/m.exec(stdout)?.[1]?.split(", ") ?? [];
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const addedName = "29990101000000_added";
const folders: string[] = [];

/** A folder with the shop's migrations and one more. */
function withMigration(sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), "groundswell-migrations-"));
  folders.push(folder);
  cpSync(join(root, "prisma/migrations"), join(folder, "prisma/migrations"), { recursive: true });
  mkdirSync(join(folder, "prisma/migrations", addedName));
  writeFileSync(join(folder, "prisma/migrations", addedName, "migration.sql"), sql);
  return folder;
}

afterEach(async () => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  for (const name of made.splice(0)) await dropDatabase(name);
});

describe("the migration runner", () => {
  it("started three times at once on an empty database applies each migration once, the queue's too, and leaves no lock", async () => {
    const url = await newDatabase();
    const names = (await Promise.all([migrate(url), migrate(url), migrate(url)])).flat();
    expect(names.length).toBeGreaterThan(0);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^\d{14}_\w+$/.test(name))).toEqual([]);
    const history = await query<{ migration_name: string; finished_at: Date | null }>(
      url,
      "SELECT migration_name, finished_at FROM _prisma_migrations ORDER BY started_at",
    );
    expect(history.map((row) => row.migration_name)).toEqual(names);
    expect(history.every((row) => row.finished_at !== null)).toBe(true);
    const queue = "SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL AS queue";
    expect(await query(url, queue)).toEqual([{ queue: true }]);
    // Only this database's locks, because other test files have their own. The server releases a closed connection's
    // locks a moment after the process has ended.
    const locks = `SELECT count(*)::int AS locks FROM pg_locks
      WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(() => query(url, locks)).toEqual([{ locks: 0 }]);
  });

  it("undoes a migration that fails, and applies it once when it is fixed, also twice at once in one process", async () => {
    const url = await newDatabase();
    // A name that the first migration is about to use.
    await query(url, "CREATE TYPE platform AS ENUM ()");
    await expect(migrateHere(url)).rejects.toThrow('type "platform" already exists');
    expect(await query(url, "SELECT to_regclass('orders') AS orders")).toEqual([{ orders: null }]);
    expect(await query(url, "SELECT id FROM _prisma_migrations")).toEqual([]);
    await query(url, "DROP TYPE platform");
    const [one, other] = await Promise.all([migrateHere(url), migrateHere(url)]);
    expect([one.length, other.length].sort()).toEqual([0, one.length + other.length]);
    expect(one.length + other.length).toBeGreaterThan(0);
  });

  it("waits for a busy table without blocking its readers", async () => {
    const url = await newDatabase("test_base");
    const folder = withMigration("ALTER TABLE orders ADD COLUMN fun text;");
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query("BEGIN; SELECT FROM orders");
    const migrating = migrate(url, folder);
    const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'orders'::regclass";
    await expect.poll(() => query(url, waiting)).toHaveLength(1);
    expect(await query(url, "SELECT count(*) FROM orders")).toHaveLength(1);
    await reader.query("COMMIT");
    await reader.end();
    expect(await migrating).toEqual([addedName]);
  });

  it("begins a migration again that lost a deadlock against the shop", async () => {
    const url = await newDatabase("test_base");
    // The shop holds orders. The first try waits until the shop also wants the table that the migration has locked.
    const isHeld =
      "EXISTS (SELECT FROM pg_locks WHERE mode = 'AccessShareLock' AND relation = 'orders'::regclass)";
    const isWanted =
      "EXISTS (SELECT FROM pg_locks WHERE NOT granted AND relation = 'fulfillment_items'::regclass)";
    const folder = withMigration(`ALTER TABLE fulfillment_items ADD COLUMN fun text;
DO $$ BEGIN WHILE ${isHeld} AND NOT ${isWanted} LOOP PERFORM pg_sleep(0.05); END LOOP; END $$;
ALTER TABLE orders ADD COLUMN fun text;
`);
    const shop = new pg.Client({ connectionString: url });
    await shop.connect();
    // Only the migration looks for deadlocks, so it is the one that PostgreSQL rolls back.
    await shop.query("SET deadlock_timeout = '1h'; BEGIN; SELECT FROM orders");
    const migrating = migrate(url, folder);
    const locked =
      "SELECT FROM pg_locks WHERE mode = 'AccessExclusiveLock' AND relation = 'fulfillment_items'::regclass";
    await expect.poll(() => query(url, locked)).toHaveLength(1);
    await shop.query("SELECT FROM fulfillment_items; COMMIT");
    await shop.end();
    expect(await migrating).toEqual([addedName]);
  });

  it("builds an index concurrently, also while another process waits for its turn", async () => {
    const url = await newDatabase("test_base");
    const folder = withMigration(`-- For a report.
DROP INDEX CONCURRENTLY IF EXISTS orders_of_fun;
CREATE INDEX CONCURRENTLY orders_of_fun ON orders (email);
`);
    const applied = await Promise.all([migrate(url, folder), migrate(url, folder)]);
    expect(applied.flat()).toEqual([addedName]);
    const valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'orders_of_fun'::regclass";
    expect(await query(url, valid)).toEqual([{ indisvalid: true }]);
  });
});

it("the seed run a second time changes nothing, not even an operator's price", async () => {
  const url = await newDatabase("test_base");
  await seedWithSuppliers(url, { secret: testSecret, panelUrl: "http://127.0.0.1:1/api/v2" });
  const { db, close } = connect(url, 2);
  try {
    await db.package.update({ where: { id: "followers-100" }, data: { priceCents: 199 } });
    const counts = () =>
      Promise.all([
        db.package.count(),
        db.addOnBundle.count(),
        db.smmService.count(),
        db.supplier.count(),
        db.supplierService.count(),
        db.serviceMapping.count(),
      ]);
    const before = await counts();
    await seedWithSuppliers(url, { secret: testSecret, panelUrl: "http://127.0.0.1:2/api/v2" });
    expect(await counts()).toEqual(before);
    expect(await db.package.findUnique({ where: { id: "followers-100" } })).toMatchObject({
      priceCents: 199,
    });
    expect(await db.supplier.findFirst()).toMatchObject({ apiUrl: "http://127.0.0.1:2/api/v2" });
  } finally {
    await close();
  }
});
