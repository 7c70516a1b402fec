import { describe, expect, it } from "vitest";
import { listPlatforms, listServices } from "@/lib/shop/catalog/vocabulary";
import { promises } from "@/lib/shop/content/promises";
import { commonQuestions, serviceTexts, whyChooseUs } from "@/lib/shop/content/services";
import {
  type ClaimSwitches,
  claimLabel,
  claimNames,
  findClaim,
  listClaims,
  shownClaims,
  withoutHiddenClaims,
} from "@/lib/shop/settings/claims";
import { defaultSettings } from "@/lib/shop/settings/site-settings";

const now = new Date("2026-11-30T12:00:00Z");
const local = { isLive: false, now: () => now, areFollowersRefilled: true };
const live = { ...local, isLive: true };
const evidence = { text: "Counted from our orders.", by: "owner@shop.example", at: now.toISOString() };
const allOn: ClaimSwitches = Object.fromEntries(claimNames.map((name) => [name, true]));

describe("marketing claims", () => {
  it("are found only where they are shown", () => {
    expect(findClaim("rating", { rating: true })?.figure).toBe("4.9/5");
    expect(findClaim("rating", { rating: false })).toBeNull();
    expect(findClaim("rating", {})).toBeNull();
  });

  it("keep the order in which they are requested", () => {
    const shown = { moneyBack: true, successRate: true };
    const names = listClaims(["successRate", "rating", "moneyBack"], shown).map(({ name }) => name);
    expect(names).toEqual(["successRate", "moneyBack"]);
  });

  it("are all shown by a new local shop, and none by a new live one", () => {
    expect(Object.keys(shownClaims(defaultSettings, local))).toEqual(claimNames);
    expect(shownClaims(defaultSettings, live)).toEqual({});
  });

  it("of a live shop need evidence, and a switch that is not off", () => {
    const claimEvidence = { moneyBack: evidence, rating: evidence };
    const settings = { ...defaultSettings, claims: { rating: false, popular: true }, claimEvidence };
    expect(shownClaims(settings, live)).toEqual({ moneyBack: true });
  });

  it("promise refills only where suppliers give them", () => {
    expect(shownClaims(defaultSettings, { ...local, areFollowersRefilled: false })).not.toHaveProperty(
      "refills",
    );
  });

  it.each([
    ["a local shop", local, "", "Limited Time Offer"],
    [
      "a local shop with an end",
      local,
      "2026-11-30T18:00:00.000Z",
      "Limited Time Offer until November 30, 18:00 UTC",
    ],
    ["a live shop without an end", live, "", null],
    [
      "a live shop before its end",
      live,
      "2026-11-30T12:00:00.001Z",
      "Limited Time Offer until November 30, 12:00 UTC",
    ],
    ["a live shop at its end", live, "2026-11-30T12:00:00.000Z", null],
    ["a local shop at its end", local, "2026-11-30T12:00:00.000Z", null],
  ])("call an offer limited, in %s, only until its end", (_, shop, limitedOfferEndsAt, text) => {
    const settings = { ...defaultSettings, claimEvidence: { limitedOffer: evidence }, limitedOfferEndsAt };
    expect(findClaim("limitedOffer", shownClaims(settings, shop))?.text ?? null).toBe(text);
  });

  it("each have a label, with their figure", () => {
    expect(claimLabel("rating")).toBe("4.9/5 rating");
    expect(new Set(claimNames.map(claimLabel)).size).toBe(claimNames.length);
  });
});

describe("texts", () => {
  const contents = listPlatforms().flatMap(listServices).map(serviceTexts);

  it("are left out with any of their claims", () => {
    const texts = [
      { title: "always" },
      { title: "both", claims: ["quickStart", "gradualDelivery"] as const },
      { title: "one", claims: ["gradualDelivery"] as const },
    ];
    const titles = (shown: ClaimSwitches) => withoutHiddenClaims(texts, shown).map(({ title }) => title);
    expect(titles(allOn)).toEqual(["always", "both", "one"]);
    expect(titles({ gradualDelivery: true })).toEqual(["always", "one"]);
    expect(titles({ quickStart: true })).toEqual(["always"]);
  });

  it("remain in every list of a shop without claims, so that no heading stands alone", () => {
    const lists = contents.flatMap(({ features, questions }) => [features, questions]);
    const all = [...lists, promises, commonQuestions, whyChooseUs];
    expect(all.filter((list) => withoutHiddenClaims<object>(list, {}).length === 0)).toEqual([]);
  });

  it("that depend on no claim contain none", () => {
    const stated =
      /24-48|1-24|24 hours|24\/7|gradual|password|guaranteed growth|money-back|100%|\breal\b|trusted|fast|instant|discount/i;
    const texts = contents.flatMap(({ summary, lead, features, questions }) => [
      summary,
      lead,
      ...withoutHiddenClaims<object>([...features, ...questions], {}),
    ]);
    const others = withoutHiddenClaims<object>([...promises, ...commonQuestions, ...whyChooseUs], {});
    expect(
      [...texts, ...others].map((text) => JSON.stringify(text)).filter((text) => stated.test(text)),
    ).toEqual([]);
  });

  it("spell out each claim in one promise at most", () => {
    const spelledOut = promises.flatMap(({ claims = [] }) => claims[0] ?? []);
    expect(new Set(spelledOut).size).toBe(spelledOut.length);
  });
});
