import { describe, expect, it } from "vitest";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, hour } from "@/lib/base/time/time";
import { claimNames, shownClaims } from "@/lib/shop/settings/claims";
import { saveClaim } from "@/lib/shop/settings/save-settings";
import { claimFormSchema } from "@/lib/shop/settings/settings-forms";
import { loadSettings } from "@/lib/shop/settings/site-settings";
import { useDatabase } from "../../support/database";

const { db } = useDatabase();
const actor = { id: null, email: "owner@shop.example" };
const evidence = "Counted each month from our own orders, since January 2025.";
const save = (change: { name: string; isShown: boolean; evidence: string; endsAt?: string }, isLive = true) =>
  saveClaim(db(), { change, actor, isLive });
const shown = async () =>
  shownClaims(await loadSettings(db()), { isLive: true, now: databaseNow, areFollowersRefilled: true });

describe("a claim of a live shop", () => {
  it("is shown with its evidence, who stated it and when; each change is in the audit log", async () => {
    expect(await shown()).toEqual({});
    expect(await save({ name: "rating", isShown: true, evidence })).toBe(true);
    expect(await shown()).toEqual({ rating: true });
    const { claimEvidence } = await loadSettings(db());
    expect(claimEvidence.rating).toMatchObject({ text: evidence, by: actor.email });
    expect(await save({ name: "rating", isShown: true, evidence })).toBe(false);

    expect(await save({ name: "rating", isShown: false, evidence })).toBe(true);
    expect(await shown()).toEqual({});
    expect((await loadSettings(db())).claimEvidence).toEqual(claimEvidence);
    const entries = await db().auditEntry.findMany({
      where: { action: "claim.changed", subjectId: "rating" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ actor: by, before, after }) => ({ by, before, after }))).toEqual([
      { by: actor.email, before: { isShown: true, evidence: "" }, after: { isShown: true, evidence } },
      { by: actor.email, before: { isShown: true, evidence }, after: { isShown: false, evidence } },
    ]);
  });

  it.each([
    ["without evidence", ""],
    ["with evidence that is too short", "it is true"],
  ])("can't be shown %s; hidden it can be saved", async (_, text) => {
    await expect(save({ name: "moneyBack", isShown: true, evidence: text })).rejects.toMatchObject({
      code: "invalid_input",
      fieldErrors: { evidence: expect.stringContaining("at least 20 characters") },
    });
    expect(await shown()).not.toHaveProperty("moneyBack");
    await save({ name: "moneyBack", isShown: false, evidence: text });
    expect(await shown()).not.toHaveProperty("moneyBack");
  });

  it("that calls an offer limited needs an end in the future", async () => {
    const offer = { name: "limitedOffer", isShown: true, evidence };
    await expect(save(offer)).rejects.toMatchObject({ fieldErrors: { endsAt: "Say when the offer ends." } });
    const past = addMs(databaseNow(), -hour).toISOString();
    await expect(save({ ...offer, endsAt: past })).rejects.toMatchObject({
      fieldErrors: { endsAt: expect.stringContaining("passed") },
    });
    await save({ ...offer, endsAt: addMs(databaseNow(), hour).toISOString() });
    const text = expect.stringMatching(/^Limited Time Offer until \w+ \d+, \d\d:\d\d UTC$/);
    expect((await shown()).limitedOffer).toEqual({ text });
  });

  it("keeps its evidence when another is changed at the same time", async () => {
    const names = ["successRate", "trustedBy", "noPassword", "popular"];
    await Promise.all(names.map((name) => save({ name, isShown: true, evidence })));
    expect(Object.keys(await shown())).toEqual(expect.arrayContaining(names));
  });
});

describe("a claim of a local shop", () => {
  it("needs no evidence", async () => {
    expect(await save({ name: "onlineNow", isShown: false, evidence: "" }, false)).toBe(true);
    expect(await save({ name: "onlineNow", isShown: true, evidence: "" }, false)).toBe(true);
  });
});

describe("a claim's form", () => {
  const schema = claimFormSchema(claimNames);

  it("takes the end in UTC", () => {
    const form = { name: "limitedOffer", isShown: "on", evidence, endsAt: "2026-11-30T18:00" };
    expect(schema.parse(form)).toEqual({
      name: "limitedOffer",
      isShown: true,
      evidence,
      endsAt: "2026-11-30T18:00:00.000Z",
    });
    expect(schema.parse({ name: "rating" })).toEqual({ name: "rating", isShown: false, evidence: "" });
  });

  it.each([
    { name: "cheapest" },
    { name: "limitedOffer", endsAt: "tomorrow" },
    { name: "limitedOffer", endsAt: "2026-13-41T18:00" },
  ])("refuses %j", (form) => expect(schema.safeParse(form).success).toBe(false));

  it("refuses evidence of more than 1,000 characters", () =>
    expect(schema.safeParse({ name: "rating", evidence: "x".repeat(1_001) }).success).toBe(false));
});
