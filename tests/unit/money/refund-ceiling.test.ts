import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ceilingOf, isWithinCeiling, needsAnother } from "@/lib/money/refunds/refund-limits";
import { staffRoles } from "@/lib/people/auth/roles";
import { defaultSettings } from "@/lib/shop/settings/site-settings";

describe("what a role may refund alone", () => {
  it.each([
    ["owner", Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ["finance", 20_000, 100_000],
    ["support", 2_000, 10_000],
    ["catalogue", 0, 0],
    ["read_only", 0, 0],
  ] as const)("as %s is at first %d cents, and %d in a day", (role, refundCents, dayCents) => {
    expect(ceilingOf(role, defaultSettings)).toEqual({ refundCents, dayCents });
  });

  it("is limited by the day's sum for an owner, once one is set", () => {
    const ceiling = ceilingOf("owner", { ...defaultSettings, ownerRefundCentsPerDay: 5_000 });
    expect(isWithinCeiling(ceiling, 0, 5_000)).toBe(true);
    expect(isWithinCeiling(ceiling, 1, 5_000)).toBe(false);
  });

  it.each([
    [0, 2_000, true],
    [0, 2_001, false],
    [8_000, 2_000, true],
    [8_001, 2_000, false],
    [10_000, 1, false],
  ])("after %d cents of the day: %d more is %s for support", (spent, amount, isWithin) => {
    expect(isWithinCeiling(ceilingOf("support", defaultSettings), spent, amount)).toBe(isWithin);
  });

  it("never adds up to more than the day's ceiling, in any parts", () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 40 });
    fc.assert(
      fc.property(fc.constantFrom(...staffRoles), parts, (role, amounts) => {
        const ceiling = ceilingOf(role, defaultSettings);
        let spent = 0;
        for (const amount of amounts) if (isWithinCeiling(ceiling, spent, amount)) spent += amount;
        expect(spent).toBeLessThanOrEqual(ceiling.dayCents);
      }),
    );
  });
});

it.each([
  [{ requestedById: "ana", causedByIds: [] }, /^You requested/],
  [{ requestedById: null, causedByIds: ["ben", "ana"] }, /^This refund follows from your decision/],
  [{ requestedById: "ana", causedByIds: ["ana"] }, /^You requested/],
  [{ requestedById: "ben", causedByIds: ["ben"] }, null],
  [{ requestedById: null, causedByIds: [] }, null],
])("whether Ana needs a second administrator for a held refund of %j is answered: %s", (held, message) => {
  const said = needsAnother("ana", held);
  if (message) expect(said).toMatch(message);
  else expect(said).toBeNull();
});
