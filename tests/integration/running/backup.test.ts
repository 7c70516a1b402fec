import { createReadStream, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { recordAudit } from "@/lib/base/audit/record-audit";
import type { Connection } from "@/lib/base/db/client";
import { parseEnv } from "@/lib/base/env/env";
import { newId } from "@/lib/base/ids";
import { checkDatabase } from "@/lib/base/quarantine/check-database";
import { maySend, rememberMark } from "@/lib/base/quarantine/database-mark";
import { findQuarantine } from "@/lib/base/quarantine/start-quarantine";
import { syncClock } from "@/lib/base/time/clock";
import { createDatabase } from "@/lib/local/postgres";
import { runCommand } from "@/lib/operator/commands/run-command";
import { openBucket } from "@/lib/running/backups/backup-bucket";
import { decryptBackup } from "@/lib/running/backups/backup-cipher";
import { backupDatabase, writeBackup } from "@/lib/running/backups/backup-database";
import { restoreDatabase } from "@/lib/running/backups/restore-database";
import { migrate } from "@/prisma/migrate";
import { codeOf, connectTo, dropDatabase, type TestDatabase } from "../../support/database";
import { byOps } from "../../support/factories";
import { checkInvariants } from "../../support/invariants";
import { useObjectStorage } from "../../support/object-storage";
import { usePanel } from "../../support/panel";
import { useRestorableDatabase } from "../../support/restorable-database";
import { useShop } from "../../support/shop";
import { useStripe } from "../../support/stripe";
import { delivering } from "../../support/submitting";
import { testEnv } from "../../support/test-env";

const database = useRestorableDatabase();
const { db } = database;
const storage = useObjectStorage();
const stripe = useStripe();
const shop = useShop(database, stripe);
const panel = usePanel(database);
const { provider, submit } = delivering(database);

const backupKey = "5f0c1b7e9a3d42688be1f0477c2d9a6e";
const newKey = "e1d7703fa5b84c0992667be3d15f8a24";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundswell-backups-"));
});
const opened: Connection[] = [];
const made: string[] = [];
afterEach(async () => {
  for (const connection of opened.splice(0)) await connection.close();
  for (const name of made.splice(0)) await dropDatabase(name);
  rmSync(folder, { recursive: true, force: true });
});
afterAll(() => rememberMark(null));

const input = () => ({ databaseUrl: database.current.url, backupKey, folder, keep: 3 });

/** A new, empty database. */
async function emptyDatabase(): Promise<TestDatabase> {
  const name = `test_restored_${newId().replaceAll("-", "")}`;
  made.push(name);
  await createDatabase(inject("postgresUrl"), name);
  const connection = connectTo(name, 3);
  opened.push(connection);
  return connection;
}

const restore = (target: { db: Connection["db"]; url: string }, file: string, key = backupKey) =>
  restoreDatabase(target.db, { databaseUrl: target.url, backupKey: key, open: () => createReadStream(file) });

/** Every row of every table, as one hash for each table. */
async function contents({ db: at }: Pick<Connection, "db">): Promise<Record<string, string | null>> {
  const tables = await at.$queryRaw<{ name: string }[]>`
    SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'backups')`;
  const hashes: Record<string, string | null> = {};
  for (const { name } of tables) {
    const [row] = await at.$queryRawUnsafe<{ hash: string | null }[]>(
      `SELECT md5(string_agg(md5(t::text), '' ORDER BY t::text)) AS hash FROM "${name}" AS t`,
    );
    hashes[name] = row?.hash ?? null;
  }
  return hashes;
}

describe("a backup", () => {
  it("restores every row, and its file is recorded and readable only with the key", async () => {
    await shop.placePaid({ username: "wanderwithmara" });
    const backup = await backupDatabase(db(), input());
    const [row] = await db().backup.findMany();
    expect(row).toMatchObject({ bytes: BigInt(backup.bytes) });
    expect(readdirSync(folder)).toEqual([row?.fileName]);
    expect(readFileSync(backup.file).includes("wanderwithmara")).toBe(false);

    const target = await emptyDatabase();
    await restore(target, backup.file);
    const { shop_state: _target, ...restored } = await contents(target);
    const { shop_state: _source, ...kept } = await contents(database.current);
    expect(restored).toEqual(kept);
    expect(await target.db.shopState.findFirst({ select: { shopId: true } })).toEqual(
      await db().shopState.findFirst({ select: { shopId: true } }),
    );
    const keys = `SELECT count(*)::int AS keys FROM pg_constraint WHERE contype = 'f'`;
    expect(await target.db.$queryRawUnsafe(keys)).toEqual(await db().$queryRawUnsafe(keys));
    await expect(
      target.db.$executeRaw`UPDATE order_events SET created_at = now()`,
      "triggers are on again",
    ).rejects.toThrow();
  });

  it("has every row of a table that is larger than one read", async () => {
    await db().$executeRaw`
      CREATE TABLE large AS SELECT n, repeat(md5(n::text), 20) AS filler FROM generate_series(1, 60000) AS n`;
    const { file } = await backupDatabase(db(), input());
    let lines = 0;
    const count = async (source: AsyncIterable<Buffer>) => {
      for await (const chunk of source) lines += chunk.toString("latin1").split("\n").length - 1;
    };
    await pipeline(createReadStream(file), decryptBackup(backupKey), createGunzip(), count);
    expect(lines).toBeGreaterThan(60_000);
  });

  it("ends also where one answer with a table's rows is several times as large as a stream's buffer", async () => {
    for (const rows of [25, 40, 60, 90])
      await db().$executeRawUnsafe(`CREATE TABLE rows_${rows} AS
        SELECT n, repeat(md5(n::text), 20) AS filler FROM generate_series(1, ${rows}) AS n`);
    expect((await backupDatabase(db(), input())).bytes).toBeGreaterThan(0);
  });

  it("is restored with the old key after BACKUP_KEY was replaced", async () => {
    const { file } = await backupDatabase(db(), input());
    const target = await emptyDatabase();
    expect(await codeOf(restore(target, file, newKey))).toBe("invalid_input");
    expect(await restore(target, file, `${newKey},${backupKey}`)).toMatchObject({
      takenAt: expect.any(String),
    });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ["a changed byte", (bytes) => bytes.fill((bytes.at(-20) ?? 0) ^ 1, bytes.length - 20, bytes.length - 19)],
    ["a byte missing at its end", (bytes) => bytes.subarray(0, -1)],
    ["half of it missing", (bytes) => bytes.subarray(0, bytes.length / 2)],
  ])("with %s restores no row", async (_, damage) => {
    await shop.placePaid({ username: "wanderwithmara" });
    const { file } = await backupDatabase(db(), input());
    writeFileSync(file, damage(readFileSync(file)));
    const target = await emptyDatabase();
    await expect(restore(target, file)).rejects.toThrow();
    const [found] = await target.db.$queryRaw<{ orders: string | null }[]>`
      SELECT to_regclass('orders')::text AS orders`;
    if (found?.orders) expect(await target.db.order.count()).toBe(0);
  });

  it("is not restored over a database that has tables", async () => {
    const { file } = await backupDatabase(db(), input());
    expect(await codeOf(restore(database.current, file))).toBe("conflict");
  });

  it("of an older release is restored with its migrations and brought to this one", async () => {
    const older = await emptyDatabase();
    const all = readdirSync("prisma/migrations")
      .filter((name) => /^\d/.test(name))
      .sort();
    await migrate(
      older.url,
      all.filter((name) => name < "20261123"),
    );
    const { file } = await writeBackup({ ...input(), databaseUrl: older.url });
    const target = await emptyDatabase();
    await restore(target, file);
    const [row] = await target.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM _prisma_migrations`;
    expect(row).toEqual({ count: all.length });
  });
});

/** A paid order whose item was sent. */
async function buy(username: string) {
  const placed = await shop.placePaid({ username });
  await submit((await shop.order(placed.orderId)).items[0]?.id ?? "");
  return placed;
}

it("a restored shop is in quarantine, and recovery takes over what was paid and bought since the backup", async () => {
  await db().$executeRaw`UPDATE shop_state SET shop_id = gen_random_uuid()`;
  await checkDatabase(db(), join(folder, "mark.json"));
  await buy("wanderwithmara");
  const bucket = openBucket(storage.url("shop"));
  await db().$transaction((tx) => recordAudit(tx, byOps, "offer.changed", ["offer", "before"]));
  await backupDatabase(db(), { ...input(), bucket });
  await db().$transaction((tx) => recordAudit(tx, byOps, "offer.changed", ["offer", "after"]));
  const newer = await backupDatabase(db(), input());
  const after = await buy("lucarows");
  const { addCalls } = await panel.view();

  // Like on another machine, whose processes remember no mark.
  rememberMark(null);
  const target = await emptyDatabase();
  const ops = (...argv: string[]) =>
    runCommand(
      () => ({
        db: target.db,
        databaseUrl: target.url,
        backupKey,
        provider,
        env: () => parseEnv(testEnv()),
        backupBucket: storage.url("shop"),
        stripe: () => stripe.client(),
        markFile: join(folder, "other-mark.json"),
        readInput: async () => "",
      }),
      argv,
    );
  // The disk was lost with the machine, the bucket was not.
  const { output: listed } = await ops("backups");
  writeFileSync(join(folder, "2099-01-01T00-00-00.000Z.backup"), "x");
  await bucket.put(join(folder, "2099-01-01T00-00-00.000Z.backup"));
  expect((await ops("backups")).output).toMatch(/^s3:\S+\ns3:2099\S+ {2}not named by BACKUP_KEY/);
  expect(await ops("restore", listed)).toMatchObject({
    status: 0,
    output: expect.stringContaining("Its audit log ends with entry 1."),
  });
  expect(await ops("audit", listed), "the log of the restored backup").toMatchObject({ status: 0 });
  expect(await ops("audit", newer.file), "the log of a newer backup").toMatchObject({
    status: 1,
    output: expect.stringContaining("The audit log has lost entry 2 of"),
  });
  await syncClock(target.db);
  expect((await findQuarantine(target.db))?.reason).toContain("restored from the backup");
  expect(await maySend(target.db)).toBe(false);
  expect(await target.db.order.count()).toBe(1);

  expect((await ops("recover", "look")).output).toContain("1 order rebuilt");
  expect((await ops("recover")).output).toContain("The quarantine is over");
  expect(await target.db.order.findUnique({ where: { id: after.orderId } })).toMatchObject({
    paymentStatus: "paid",
  });
  expect(await target.db.fulfillmentItem.findMany({ where: { orderId: after.orderId } })).toMatchObject([
    { state: "unknown", reason: "database_restored" },
  ]);
  expect((await panel.view()).addCalls).toBe(addCalls);
  expect(await checkInvariants(target.db)).toEqual([]);
});
