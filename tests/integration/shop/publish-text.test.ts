import { describe, expect, it } from "vitest";
import { listenTo } from "@/lib/base/db/listen";
import { findText, listVersions, loadTextVersions } from "@/lib/shop/legal/find-text";
import { newTextSchema, publishText } from "@/lib/shop/legal/publish-text";
import { shippedText } from "@/lib/shop/legal/shipped-texts";
import { codeOf, useDatabase } from "../../support/database";
import { byOps } from "../../support/factories";

const { database, db } = useDatabase();
const audit = { actor: byOps.actor, reason: "the lawyer's words" };
const newText = (changes: object = {}) =>
  newTextSchema.parse({
    kind: "terms",
    basedOn: "2",
    lead: "Ours.",
    body: "## Ours\r\n\r\nNew words. ",
    ...changes,
  });

describe("a legal text", () => {
  it("is the shipped one until an administrator publishes another; no imprint is shipped", async () => {
    expect(await loadTextVersions(db())).toEqual({
      terms: 2,
      privacy: 1,
      refunds: 2,
      imprint: 0,
      accessibility: 1,
    });
    expect(await findText(db(), "terms", 1)).toEqual(shippedText("terms", 1));
    expect(await findText(db(), "terms", 2)).toEqual(shippedText("terms", 2));
    expect(await findText(db(), "imprint", 0)).toBeNull();
  });

  it("is published as the next version, notifies every web process, and is in the audit log", async () => {
    const told: string[] = [];
    const tell = (payload: string) => told.push(payload);
    const listening = await listenTo(database.current.url, "catalog_changed", tell);
    expect(await publishText(db(), newText(), audit)).toBe(3);
    await expect.poll(() => told).toContain("legal_texts");
    await listening.close();
    expect(await loadTextVersions(db())).toMatchObject({ terms: 3, privacy: 1 });
    expect(await findText(db(), "terms", 3)).toMatchObject({ lead: "Ours.", body: "## Ours\n\nNew words." });
    expect(await findText(db(), "terms", 2)).toEqual(shippedText("terms"));
    const entry = await db().auditEntry.findFirstOrThrow({ where: { action: "legal_text.published" } });
    expect(entry).toMatchObject({
      subjectId: "terms",
      before: { version: 2 },
      after: { version: 3, lead: "Ours." },
      reason: audit.reason,
    });
    expect(await listVersions(db(), "terms")).toMatchObject([
      { version: 3, publishedBy: "ops", reason: audit.reason },
      { version: 2, publishedBy: "the shop" },
      { version: 1, publishedBy: "the shop" },
    ]);
  });

  it("with unchanged words makes no new version", async () => {
    expect(await publishText(db(), newText({ basedOn: "3" }), audit)).toBeNull();
    const { lead, body } = shippedText("privacy") ?? { lead: "", body: "" };
    expect(await publishText(db(), newText({ kind: "privacy", basedOn: "1", lead, body }), audit)).toBeNull();
  });

  it("stays the operator's when the software ships a version with its number later", async () => {
    const own = {
      kind: "refunds" as const,
      version: 2,
      lead: "Ours.",
      body: "Ours",
      reason: "own",
      publishedBy: "ops",
    };
    await db().legalText.create({ data: own });
    expect(await loadTextVersions(db())).toMatchObject({ refunds: 2 });
    expect(await findText(db(), "refunds", 2)).toMatchObject({ body: "Ours" });
    expect(await listVersions(db(), "refunds")).toMatchObject([
      { version: 2, publishedBy: "ops" },
      { version: 1, publishedBy: "the shop" },
    ]);
  });

  it("that another administrator has published meanwhile is not replaced before it was read", async () => {
    const both = ["one", "other"].map((body) =>
      publishText(db(), newText({ kind: "imprint", basedOn: "0", body }), audit),
    );
    expect((await Promise.all(both.map(codeOf))).toSorted()).toEqual(["conflict", null]);
    expect(await loadTextVersions(db())).toMatchObject({ imprint: 1 });
  });

  it.each([`UPDATE legal_texts SET body = 'other words'`, `DELETE FROM legal_texts WHERE kind = 'terms'`])(
    "never changes once it is published: %s",
    async (sql) => {
      await expect(db().$executeRawUnsafe(sql)).rejects.toThrow(/append-only/);
    },
  );

  it.each([
    ["without words", { body: "  \r\n " }],
    ["of more than 60,000 characters", { body: "x".repeat(60_001) }],
    ["with a lead of more than 200 characters", { lead: "x".repeat(201) }],
    ["of an unknown kind", { kind: "cookies" }],
  ])("%s is refused", (_, changes) => {
    const form = { kind: "terms", basedOn: "2", lead: "", body: "words", ...changes };
    expect(newTextSchema.safeParse(form).success).toBe(false);
  });
});
