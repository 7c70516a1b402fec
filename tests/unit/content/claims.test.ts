import { describe, expect, it } from "vitest";
import { findClaim, listClaims, struckCents, withoutClaimsThatAreOff } from "@/lib/content/claims";
import { promises } from "@/lib/content/promises";

describe("marketing claims", () => {
  it("are shown unless they are switched off", () => {
    expect(findClaim("rating", {})?.figure).toBe("4.9/5");
    expect(findClaim("rating", { rating: true })?.figure).toBe("4.9/5");
    expect(findClaim("rating", { rating: false })).toBeNull();
  });

  it("keep their order, without those that are off", () => {
    const names = listClaims(["successRate", "rating", "moneyBack"], { rating: false }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(["successRate", "moneyBack"]);
  });

  it("take the struck prices with them when those are off", () => {
    expect(struckCents(349, {})).toBe(349);
    expect(struckCents(349, { struckPrices: false })).toBeUndefined();
  });

  it("take every text with them that repeats one of them", () => {
    const texts = [
      { title: "always" },
      { title: "both", claims: ["quickStart", "gradualDelivery"] as const },
      { title: "one", claims: ["gradualDelivery"] as const },
    ];
    const titles = (switches: object) => withoutClaimsThatAreOff(texts, switches).map(({ title }) => title);
    expect(titles({})).toEqual(["always", "both", "one"]);
    expect(titles({ quickStart: false })).toEqual(["always", "one"]);
    expect(titles({ gradualDelivery: false })).toEqual(["always"]);
  });

  it("are each spelled out by one promise at most", () => {
    const spelledOut = promises.map(({ claim }) => claim);
    expect(new Set(spelledOut).size).toBe(spelledOut.length);
  });
});
