import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { anchorAudit } from "@/lib/alerts/anchor-audit";
import { findLostAnchor, noteAnchor } from "@/lib/audit/audit-anchor";
import { checkAudit } from "@/lib/audit/check-audit";
import { recordAudit } from "@/lib/audit/record-audit";
import { newId } from "@/lib/ids";
import { useDatabase } from "../../support/database";
import { byOps } from "../../support/factories";

const { db } = useDatabase();
const { actor } = byOps;

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
    const check = await checkAudit(db());
    expect(check).toEqual({ rows: expect.any(Number), brokenAt: null });
    expect(check.rows).toBeGreaterThanOrEqual(12);
  });

  it("refuses to be changed or shortened", async () => {
    await entry(1);
    await expect(db().auditEntry.updateMany({ data: { reason: "another" } })).rejects.toThrow(/append-only/);
    await expect(db().auditEntry.deleteMany()).rejects.toThrow(/append-only/);
  });

  it("names a row that a superuser of the database changed", async () => {
    await entry(2);
    const row = await db().auditEntry.findFirstOrThrow({ orderBy: { id: "desc" } });
    await db().$executeRaw`ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only`;
    await db().auditEntry.update({
      where: { id: row.id },
      data: { after: { priceCents: 1 } },
    });
    await db().$executeRaw`ALTER TABLE audit_log ENABLE TRIGGER audit_log_append_only`;
    expect(await checkAudit(db())).toMatchObject({ brokenAt: row.id });
  });

  it("that was emptied is a whole chain, and its note outside the database tells", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "anchor-")), "noted.json");
    const alerts = () => db().operatorAlert.findMany({ where: { kind: "audit", resolvedAt: null } });
    await db().$executeRaw`TRUNCATE audit_log`;
    await entry(3);
    await entry(4);
    await anchorAudit(db(), file);
    await entry(5);
    await anchorAudit(db(), file);
    expect([await findLostAnchor(db(), file), await alerts()]).toEqual([null, []]);

    await db().$executeRaw`TRUNCATE audit_log`;
    expect(await checkAudit(db())).toEqual({ rows: 0, brokenAt: null });
    expect(await findLostAnchor(db(), file)).toMatchObject({ id: "3" });
    for (const number of [3, 4, 5, 6]) await entry(number);
    expect(await checkAudit(db())).toEqual({ rows: 4, brokenAt: null });
    await anchorAudit(db(), file);
    await anchorAudit(db(), file);
    expect(await alerts()).toMatchObject([{ message: expect.stringContaining("lost entry 3 of") }]);

    await noteAnchor(db(), file);
    await anchorAudit(db(), file);
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
