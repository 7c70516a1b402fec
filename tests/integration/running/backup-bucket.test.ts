import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openBucket } from "@/lib/running/backups/backup-bucket";
import { backupDatabase } from "@/lib/running/backups/backup-database";
import { nameBackup } from "@/lib/running/backups/backup-names";
import { codeOf, useDatabase } from "../../support/database";
import { useObjectStorage } from "../../support/object-storage";

const { database, db } = useDatabase();
const storage = useObjectStorage();
const backupKey = "5f0c1b7e9a3d42688be1f0477c2d9a6e";
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "groundswell-bucket-"));
});
afterEach(() => {
  storage.behave("usual");
  rmSync(folder, { recursive: true, force: true });
});

const input = (address: string) => ({
  databaseUrl: database.current.url,
  backupKey,
  folder,
  bucket: openBucket(address),
  keep: 3,
});
const nowhere = "http://key:secret@127.0.0.1:1/backups";
const backUp = (address: string) => backupDatabase(db(), input(address));
const openAlert = async () => {
  const alert = await db().operatorAlert.findUnique({ where: { key: "backup_failed" } });
  return alert?.resolvedAt === null ? alert.message : null;
};

it("a backup is in the bucket, byte by byte, and so are the newest ones only", async () => {
  const bucket = openBucket(storage.url("shop/hourly"));
  for (let taken = 0; taken < 5; taken += 1) await backUp(storage.url("shop/hourly"));
  const names = readdirSync(folder).sort();
  expect(names).toHaveLength(3);
  expect(await bucket.list()).toEqual(names);
  const rows = await db().backup.findMany({ orderBy: { fileName: "asc" } });
  expect(rows.map(({ fileName }) => fileName)).toEqual(names);
  const [name = ""] = names;
  expect((await buffer(await bucket.open(name))).equals(readFileSync(join(folder, name)))).toBe(true);
});

it.each([
  ["wrong secret", () => storage.url("a", { secret: "wrong" }), "403: SignatureDoesNotMatch"],
  ["wrong key", () => storage.url("a").replace("AKID", "NONE"), "403: InvalidAccessKeyId"],
  ["missing bucket", () => storage.url("a", { bucket: "no-bucket" }), "404: NoSuchBucket"],
  ["silent address", () => nowhere, "does not answer"],
])("a %s fails the backup with an alert that says so and no secret", async (_, address, reason) => {
  const before = await db().backup.count();
  expect(await codeOf(backUp(address()))).toBe("upstream_failed");
  expect(await openAlert()).toContain(reason);
  expect(await openAlert()).not.toMatch(/wrong|secret/);
  expect(await db().backup.count()).toBe(before);
});

it("the alert of a failed backup ends with the next one", async () => {
  expect(await codeOf(backUp(nowhere))).toBe("upstream_failed");
  await backUp(storage.url("a"));
  expect(await openAlert()).toBeNull();
});

const old = (minute: number) => nameBackup(backupKey, `2026-01-01T00:0${minute}:00.000Z`);
const fill = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), "x");
};

it("a file that an unreachable bucket missed is tried again and arrives afterwards, like the new one", async () => {
  fill(old(1));
  for (let tries = 0; tries < 3; tries += 1) expect(await codeOf(backUp(nowhere))).toBe("upstream_failed");
  const [, unsent = "", ...more] = readdirSync(folder).sort();
  expect(more).toEqual([]);
  const address = storage.url("away");
  const { file } = await backUp(address);
  expect(await openBucket(address).list()).toEqual([unsent, basename(file)]);
});

it("files beyond the newest ones, and old drafts, leave the folder also when the bucket is away", async () => {
  const draft = `${new Date().toISOString().replaceAll(":", "-")}.backup.part`;
  fill(old(1), old(2), old(3), `${old(4)}.part`, draft);
  expect(await codeOf(backUp(nowhere))).toBe("upstream_failed");
  const names = readdirSync(folder).sort();
  expect(names).toEqual(expect.arrayContaining([old(2), old(3), draft]));
  expect(names).toHaveLength(4);
});

it("a bucket that fails to delete raises the alert, but the backup succeeds", async () => {
  const bucket = openBucket(storage.url("kept"));
  storage.behave("failing to delete");
  for (let taken = 0; taken < 4; taken += 1) await backUp(storage.url("kept"));
  expect(await openAlert()).toContain("503: SlowDown");
  expect(await bucket.list()).toHaveLength(4);
  expect(readdirSync(folder)).toHaveLength(3);
  storage.behave("usual");
  await backUp(storage.url("kept"));
  expect(await openAlert()).toBeNull();
  expect(await bucket.list()).toHaveLength(3);
});

it("a bucket with an object lock takes backups, and keeps older ones without an alert until the lock ends", async () => {
  const bucket = openBucket(storage.url("locked"));
  storage.behave("locked");
  for (let taken = 0; taken < 3; taken += 1)
    expect(await backUp(storage.url("locked"))).toMatchObject({ isLocked: false });
  for (let taken = 0; taken < 2; taken += 1)
    expect(await backUp(storage.url("locked"))).toMatchObject({ isLocked: true });
  expect(await openAlert()).toBeNull();
  expect(await bucket.list()).toHaveLength(5);
  storage.behave("usual");
  expect(await backUp(storage.url("locked"))).toMatchObject({ isLocked: false });
  expect(await bucket.list()).toHaveLength(3);
});

it("copies that a writer of the bucket added under later names push no good copy out", async () => {
  const address = storage.url("forged");
  const bucket = openBucket(address);
  const { file } = await backUp(address);
  const forge = async (name: string, content: Buffer) => {
    writeFileSync(join(folder, name), content);
    await bucket.put(join(folder, name));
    rmSync(join(folder, name));
  };
  const good = [basename(file)];
  for (const year of [2097, 2098, 2099]) {
    const time = `${year}-01-01T00-00-00.000Z`;
    await forge(`${time}.backup`, Buffer.from("x"));
    await forge(basename(file).replace(/^.*Z/, time), readFileSync(file));
  }
  for (let taken = 0; taken < 2; taken += 1) good.push(basename((await backUp(address)).file));
  expect(await bucket.list()).toEqual(expect.arrayContaining(good));
  good.push(basename((await backUp(address)).file));
  const left = await bucket.list();
  expect(left.filter((name) => good.includes(name))).toEqual(good.slice(1));
});

it("a bucket with more objects than fit into one answer is listed completely, without other objects", async () => {
  const bucket = openBucket(storage.url("many"));
  const name = (n: number) => `2026-11-22T00-00-00.${String(n).padStart(4, "0")}Z.backup`;
  const put = async (file: string) => {
    writeFileSync(join(folder, file), "x");
    await bucket.put(join(folder, file));
    rmSync(join(folder, file));
  };
  await put("notes.txt");
  const all = Array.from({ length: 23 }, (_, n) => name(n));
  for (const each of all) await put(each);
  expect(await bucket.list()).toEqual(all);
  expect(await codeOf(bucket.open("2020-01-01.backup"))).toBe("not_found");
});
