import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { noteAnchor, readAnchor } from "@/lib/base/audit/audit-anchor";
import { checkAudit } from "@/lib/base/audit/check-audit";
import { listAudit } from "@/lib/base/audit/list-audit";
import { auditOrigin, hashAudit, recordAudit } from "@/lib/base/audit/record-audit";
import { addSeal } from "@/lib/base/audit/seal-audit";
import type { Prisma } from "@/lib/base/db/generated/client";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { anchorAudit } from "@/lib/running/watch/anchor-audit";
import { useDatabase } from "../../support/database";
import { byOps } from "../../support/factories";

const { db } = useDatabase();
const { actor } = byOps;
const secret = "5f0c1b7e9a3d42688be1f0477c2d9a6e";
const newSecret = "e1d7703fa5b84c0992667be3d15f8a24";

let file = "";
beforeEach(async () => {
  file = join(mkdtempSync(join(tmpdir(), "anchor-")), "noted.json");
  await db().$executeRaw`TRUNCATE audit_log`;
  await db().operatorAlert.deleteMany();
});

/** The check's result; `under` is its SHOP_SECRET, `noted` the file with the note. */
async function check({ under = secret, noted = file }: { under?: string; noted?: string | null } = {}) {
  try {
    return await checkAudit(db(), under, [readAnchor(noted)]);
  } catch (error) {
    return error instanceof AppError ? error.userMessage : String(error);
  }
}

const anchor = (under = secret) => anchorAudit(db(), under, file);
const alerts = () => db().operatorAlert.findMany({ where: { kind: "audit", resolvedAt: null } });

async function asSuperuser(change: () => Promise<unknown>): Promise<void> {
  await db().$executeRaw`ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only`;
  await change();
  await db().$executeRaw`ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only`;
}

/** Changes an entry and chains all others again, as someone can who writes the database and knows the shop's code. */
async function rewrite(id: bigint, change: Prisma.AuditEntryUpdateInput): Promise<void> {
  await asSuperuser(async () => {
    await db().auditEntry.update({ where: { id }, data: change });
    let previous = auditOrigin;
    for (const row of await db().auditEntry.findMany({ orderBy: { id: "asc" } })) {
      const hash = hashAudit(row, previous);
      await db().auditEntry.update({ where: { id: row.id }, data: { previous, hash } });
      previous = hash;
    }
  });
}

function entry(number: number) {
  return db().$transaction((tx) =>
    recordAudit(tx, { actor, reason: "a new offer" }, "price.changed", ["package", `followers-${number}`], {
      before: { priceCents: number, nested: { b: 1, a: [1, 2] } },
      after: { priceCents: number + 1 },
    }),
  );
}

describe("the audit log", () => {
  it("is one unbroken chain, also when many write at the same time", async () => {
    await Promise.all(Array.from({ length: 12 }, (_, number) => entry(number)));
    expect(await check()).toContain("The log is intact: 12 entries,");
  });

  it("refuses to be changed or shortened", async () => {
    await entry(1);
    await expect(db().auditEntry.updateMany({ data: { reason: "another" } })).rejects.toThrow(/append-only/);
    await expect(db().auditEntry.deleteMany()).rejects.toThrow(/append-only/);
  });

  it("names a row that a superuser of the database changed", async () => {
    await entry(2);
    const row = await db().auditEntry.findFirstOrThrow({ orderBy: { id: "desc" } });
    await asSuperuser(() =>
      db().auditEntry.update({ where: { id: row.id }, data: { after: { priceCents: 1 } } }),
    );
    expect(await check()).toContain(`The chain breaks at entry ${row.id}`);
  });

  it("that was emptied or shortened is a whole chain, and the note outside the database tells", async () => {
    for (const number of [3, 4]) await entry(number);
    await anchor();
    expect([await check(), await alerts()]).toEqual([expect.stringContaining("The log is intact: 3"), []]);

    await asSuperuser(() => db().auditEntry.deleteMany({ where: { id: 3n } }));
    expect(await check()).toContain("The audit log has lost entry 3 of");
    await db().$executeRaw`TRUNCATE audit_log`;
    expect(await check()).toContain("The audit log has lost entry 3 of");
    for (const number of [3, 4, 5, 6]) await entry(number);
    await anchor();
    await anchor();
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining("lost entry 3 of") }]);
    expect(await db().auditEntry.count(), "nothing vouches for what was written again").toBe(4);

    await noteAnchor(db(), file);
    await anchor();
    expect(await alerts()).toEqual([]);
  });

  it("has no entry of a transaction that was rolled back", async () => {
    const id = newId();
    const failing = db().$transaction(async (tx) => {
      await recordAudit(tx, { actor }, "nothing", ["test", id]);
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await db().auditEntry.count({ where: { subjectId: id } })).toBe(0);
  });
});

describe("the audit log's seal", () => {
  it("covers every entry before it, and is made again only once there are new ones", async () => {
    for (const number of [1, 2]) await entry(number);
    expect(await check()).toContain("none is sealed yet");
    for (let times = 0; times < 3; times += 1) await anchor();
    expect(await check()).toContain(
      "The log is intact: 3 entries, each chained to the one before; a seal covers the first 2.",
    );
    await entry(3);
    await anchor();
    expect(await check()).toContain("a seal covers the first 4.");
    expect((await listAudit(db(), {}, 10)).rows.map(({ id }) => id)).toEqual([4n, 2n, 1n]);
    expect((await listAudit(db(), { action: "audit.sealed" }, 10)).rows.map(({ id }) => id)).toEqual([
      5n,
      3n,
    ]);
  });

  it("shows that an entry was changed, although the whole log was chained again and no note is left", async () => {
    for (const number of [1, 2]) await entry(number);
    await anchor();
    await entry(3);
    await rewrite(1n, { reason: "another" });
    expect(await check({ noted: null })).toContain("No key of SHOP_SECRET made the audit log's newest seal");
    await anchorAudit(db(), secret, null);
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining("newest seal") }]);
    expect(await db().auditEntry.count(), "nothing is sealed").toBe(4);
  });

  it("can be deleted with the log chained again: then nothing is sealed, and the note outside the database tells", async () => {
    for (const number of [1, 2]) await entry(number);
    await anchor();
    await asSuperuser(() => db().auditEntry.deleteMany({ where: { action: "audit.sealed" } }));
    await rewrite(1n, { reason: "another" });
    expect(await check({ noted: null })).toContain(
      "The log is intact: 2 entries, each chained to the one before; none is sealed",
    );
    expect(await check()).toContain("The audit log has lost entry 3 of");
  });

  it("is none under another secret, until an operator accepts the log", async () => {
    await entry(1);
    await anchor();
    expect(await check({ under: newSecret })).toContain(
      "No key of SHOP_SECRET made the audit log's newest seal",
    );
    await anchor(newSecret);
    expect(await alerts()).toHaveLength(1);
    await db().$transaction((tx) => addSeal(tx, newSecret));
    await anchor(newSecret);
    expect(await alerts()).toEqual([]);
    expect(await check({ under: newSecret })).toContain("a seal covers the first 2.");
  });

  it("is remade under a new key while the old one is listed; then the old one can go", async () => {
    await entry(1);
    await anchor();
    for (let times = 0; times < 2; times += 1) await anchor(`${newSecret},${secret}`);
    expect(await check({ under: newSecret })).toContain(
      "The log is intact: 3 entries, each chained to the one before; a seal covers the first 2.",
    );
  });
});
