import { describe, expect, it } from "vitest";
import { listAudit, listAuditActions } from "@/lib/base/audit/list-audit";
import { recordAudit } from "@/lib/base/audit/record-audit";
import { changeSupplier } from "@/lib/delivery/operator/change-supplier";
import { addErrorRule } from "@/lib/delivery/suppliers/edit-supplier";
import { findSupplier } from "@/lib/delivery/suppliers/list-suppliers";
import { errorRulesSchema } from "@/lib/delivery/suppliers/protocol/error-rules";
import { supplierFormSchema } from "@/lib/delivery/suppliers/supplier-forms";
import { saveSettings } from "@/lib/shop/settings/save-settings";
import { settingsFormSchema } from "@/lib/shop/settings/settings-forms";
import { defaultSettings, loadSettings, parseSettings } from "@/lib/shop/settings/site-settings";
import { codeOf, useDatabase } from "../../support/database";
import { byOps } from "../../support/factories";
import { testSecret } from "../../support/test-env";

const { db } = useDatabase();

describe("settings", () => {
  it("are saved, and the log has their old values; an unchanged setting is not written", async () => {
    const change = { announcement: "Closed on Monday", startWithinHours: 24 };
    expect(await saveSettings(db(), { change, ...byOps })).toEqual(["announcement"]);
    expect(await loadSettings(db())).toMatchObject(change);
    const [entry] = await db().auditEntry.findMany({ where: { action: "settings.changed" } });
    const after = { announcement: "Closed on Monday" };
    expect(entry).toMatchObject({ before: { announcement: "" }, after, reason: "a test" });
    expect(await saveSettings(db(), { change, ...byOps })).toEqual([]);
    expect(await db().siteSetting.count()).toBe(1);
  });

  it("saved at the same time are logged in a row, each with the one before as its old value", async () => {
    await Promise.all(
      [30, 31, 32, 33].map((fixWithinHours) => saveSettings(db(), { change: { fixWithinHours }, ...byOps })),
    );
    const entries = await db().auditEntry.findMany({
      where: { action: "settings.changed" },
      orderBy: { id: "desc" },
      take: 4,
    });
    const hours = (side: unknown) => (side as { fixWithinHours: number }).fixWithinHours;
    const oldestFirst = entries.reverse();
    expect(oldestFirst.map(({ before }) => hours(before))).toEqual([
      72,
      ...oldestFirst.slice(0, 3).map(({ after }) => hours(after)),
    ]);
  });

  it.each([
    { autoRefundsPerHour: -1 },
    { startWithinHours: 0 },
    { supportEmail: "nobody" },
    { socialProofSource: "invented" },
  ])("of a shape that no form saves are ignored: %j", (stored) => {
    expect(parseSettings(stored)).toEqual(defaultSettings);
  });

  it.each([
    ["name", { shopName: "x".repeat(61) }],
    ["announcement", { announcement: "x".repeat(201) }],
  ])("ignore a stored %s that is too long", (_, stored) => {
    expect(parseSettings(stored)).toEqual(defaultSettings);
  });

  it("take invented purchase messages only in local mode, and name the other choices", () => {
    const parsed = (isLive: boolean, socialProofSource: string) =>
      settingsFormSchema(["texts"], { isLive }).safeParse({ announcement: "", socialProofSource });
    expect(parsed(false, "fixed").success).toBe(true);
    const message = expect.stringContaining("recent orders");
    const issue = { path: ["socialProofSource"], message };
    expect(parsed(true, "fixed").error?.issues).toMatchObject([issue]);
    expect(parsed(true, "orders").success).toBe(true);
  });

  const refundLimits = settingsFormSchema(["refundLimits"], { isLive: true });
  const noRefunds = { autoRefundsPerHour: "0", autoRefundCentsPerDay: "0" };

  it("take 0 as a limit of automatic refunds", () => {
    expect(refundLimits.parse(noRefunds)).toEqual({ autoRefundsPerHour: 0, autoRefundCentsPerDay: 0 });
  });

  it.each(["autoRefundsPerHour", "autoRefundCentsPerDay"])("need a number for %s", (field) => {
    expect(refundLimits.safeParse({ ...noRefunds, [field]: "" }).success).toBe(false);
  });
});

describe("the audit log's page", () => {
  it("reads by key, newest first, and finds by administrator, action and subject", async () => {
    for (let number = 0; number < 5; number++) {
      await db().$transaction((tx) =>
        recordAudit(
          tx,
          { actor: { id: null, email: number % 2 ? "one@admin.example" : "two@admin.example" } },
          number === 4 ? "thing.dropped" : "thing.changed",
          ["thing", `thing-${number}`],
        ),
      );
    }
    const first = await listAudit(db(), { action: "thing.changed" }, 3);
    expect(first.rows.map(({ subjectId }) => subjectId)).toEqual(["thing-3", "thing-2", "thing-1"]);
    const second = await listAudit(db(), { action: "thing.changed", after: first.next ?? "" }, 3);
    expect(second.rows.map(({ subjectId }) => subjectId)).toEqual(["thing-0"]);
    expect(second.next).toBeNull();
    const mine = await listAudit(db(), { actor: "one@admin.example", action: "thing.changed" }, 10);
    expect(mine.rows).toHaveLength(2);
    expect((await listAudit(db(), { subject: "thing-4" }, 10)).rows).toHaveLength(1);
    const actions = await listAuditActions(db());
    expect(actions).toEqual([...new Set(actions)].sort());
    expect(actions).toEqual(expect.arrayContaining(["thing.changed", "thing.dropped"]));
  });
});

describe("a supplier's page", () => {
  const deps = () => ({ db: db(), provider: { secret: testSecret, reach: "local" as const } });

  it("keeps error texts that parse, logs both lists, and never shows the key", async () => {
    const { id } = await db().supplier.findFirstOrThrow({ where: { kind: "panel_v2" } });
    const errorRules = [{ pattern: "quota * spent", code: "rate_limited" }];
    const change = supplierFormSchema.parse({ errorRules: JSON.stringify(errorRules), apiKey: "" });
    expect(change).toEqual({ errorRules });
    await changeSupplier(deps(), { supplierId: id, change, ...byOps });
    const supplier = await findSupplier(db(), id);
    expect(supplier).toMatchObject({ hasKey: true, errorRules: change.errorRules });
    expect(Object.keys(supplier ?? {})).not.toContain("apiKeySealed");
    const entry = await db().auditEntry.findFirstOrThrow({ where: { subjectId: id } });
    expect(entry).toMatchObject({ before: { errorRules: [] }, after: { errorRules: change.errorRules } });
  });

  it("takes an answer that was seen for one of its own texts, before the others and once", async () => {
    const { id } = await db().supplier.findFirstOrThrow({ where: { kind: "panel_v2" } });
    const seen = { pattern: "Come back on Monday", code: "service_unavailable" } as const;
    await db().supplier.update({
      where: { id },
      data: { errorRules: [{ pattern: "a later one", code: "a_later_code" }] },
    });
    await addErrorRule(db(), { supplierId: id, rule: { ...seen, code: "other" }, ...byOps });
    await addErrorRule(db(), {
      supplierId: id,
      rule: { ...seen, pattern: "come back on monday." },
      ...byOps,
    });
    expect((await db().supplier.findUniqueOrThrow({ where: { id } })).errorRules).toEqual([
      { pattern: "come back on monday.", code: "service_unavailable" },
      { pattern: "a later one", code: "a_later_code" },
    ]);
    const full = Array.from({ length: 50 }, (_, place) => ({ pattern: `text ${place}`, code: "other" }));
    await db().supplier.update({ where: { id }, data: { errorRules: full } });
    expect(await codeOf(addErrorRule(db(), { supplierId: id, rule: seen, ...byOps }))).toBe("conflict");
  });

  it.each([
    ["not JSON", "{"],
    ["a code that only the shop can find out", '[{"pattern":"some text","code":"unreachable"}]'],
  ])("refuses error texts that are %s", (_, errorRules) => {
    expect(supplierFormSchema.safeParse({ errorRules }).success).toBe(false);
  });

  it("says which text has the mistake", () => {
    const rules = ["long enough", "no"].map((pattern) => ({ pattern, code: "other" }));
    expect(errorRulesSchema.safeParse(rules).error?.issues[0]?.path).toEqual([1, "pattern"]);
  });
});
