import { describe, expect, it } from "vitest";
import { listenTo } from "@/lib/db/listen";
import { newTextSchema, publishText } from "@/lib/legal/publish-text";
import { findText, listVersions, loadTextVersions } from "@/lib/legal/queries";
import { shippedText } from "@/lib/legal/shipped-texts";
import { codeOf, useDatabase } from "../../support/database";
import { byOps } from "../../support/factories";

const { database, db } = useDatabase();
const audit = { actor: byOps.actor, reason: "the lawyer's words" };
const newText = (changes: object = {}) =>
  newTextSchema.parse({
    kind: "terms",
    basedOn: "1",
    lead: "Ours.",
    body: "## Ours\r\n\r\nNew words. ",
    ...changes,
  });

describe("a legal text", () => {
  it("is the shipped one until an administrator publishes another; no imprint is shipped", async () => {
    expect(await loadTextVersions(db())).toEqual({ terms: 1, privacy: 1, refunds: 1, imprint: 0 });
    expect(await findText(db(), "terms", 1)).toEqual(shippedText("terms"));
    expect(await findText(db(), "imprint", 0)).toBeNull();
  });

  it("is published as the next version, notifies every web process, and is in the audit log", async () => {
    const told: string[] = [];
    const tell = (payload: string) => told.push(payload);
    const listening = await listenTo(database.current.url, "catalog_changed", tell);
    expect(await publishText(db(), newText(), audit)).toBe(2);
    await expect.poll(() => told).toContain("legal_texts");
    await listening.close();
    expect(await loadTextVersions(db())).toMatchObject({ terms: 2, privacy: 1 });
    expect(await findText(db(), "terms", 2)).toMatchObject({ lead: "Ours.", body: "## Ours\n\nNew words." });
    expect(await findText(db(), "terms", 1)).toEqual(shippedText("terms"));
    const entry = await db().auditEntry.findFirstOrThrow({ where: { action: "legal_text.published" } });
    expect(entry).toMatchObject({
      subjectId: "terms",
      before: { version: 1 },
      after: { version: 2, lead: "Ours." },
      reason: audit.reason,
    });
    expect(await listVersions(db(), "terms")).toMatchObject([
      { version: 2, publishedBy: "ops", reason: audit.reason },
      { version: 1 },
    ]);
  });

  it("with unchanged words makes no new version", async () => {
    expect(await publishText(db(), newText({ basedOn: "2" }), audit)).toBeNull();
    const { lead, body } = shippedText("privacy") ?? { lead: "", body: "" };
    expect(await publishText(db(), newText({ kind: "privacy", lead, body }), audit)).toBeNull();
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
    const form = { kind: "terms", basedOn: "1", lead: "", body: "words", ...changes };
    expect(newTextSchema.safeParse(form).success).toBe(false);
  });
});
