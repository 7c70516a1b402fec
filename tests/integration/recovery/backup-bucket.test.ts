import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import { openBucket } from "@/lib/backups/backup-bucket";
import { backupDatabase } from "@/lib/backups/backup-database";
import { useDatabase } from "../../support/database";
import { useObjectStorage } from "../../support/object-storage";

const database = useDatabase();
const db = () => database.current.db;
const storage = useObjectStorage();
const folder = mkdtempSync(join(tmpdir(), "groundswell-bucket-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const input = (address: string) => ({
  databaseUrl: database.current.url,
  backupKey: "5f0c1b7e9a3d42688be1f0477c2d9a6e",
  folder,
  bucket: openBucket(address),
  keep: 3,
});
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

it("a bucket that refuses the key, or does not exist, fails the backup with an alert that the next one resolves", async () => {
  const before = await db().backup.count();
  for (const [address, reason] of [
    [storage.url("a", { secret: "wrong" }), "403: SignatureDoesNotMatch"],
    [storage.url("a").replace("AKID", "NONE"), "403: InvalidAccessKeyId"],
    [storage.url("a", { bucket: "no-bucket" }), "404: NoSuchBucket"],
    ["http://key:secret@127.0.0.1:1/backups", "does not answer"],
  ] as const) {
    await expect(backUp(address)).rejects.toMatchObject({ code: "upstream_failed" });
    expect(await openAlert()).toContain(reason);
    expect(await openAlert()).not.toMatch(/wrong|secret/);
  }
  expect(await db().backup.count()).toBe(before);
  await backUp(storage.url("a"));
  expect(await openAlert()).toBeNull();
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
  await expect(bucket.open("2020-01-01.backup")).rejects.toMatchObject({ code: "not_found" });
});
