import { describe, expect, it } from "vitest";
import { isPromotionOf } from "@/lib/base/quarantine/check-database";

describe("the identity of a database", () => {
  it.each([
    ["7001/00000001/16384", "7001/00000002/16384", true, "a standby was promoted"],
    ["7001/00000009/16384", "7001/0000000A/16384", true, "for the tenth time"],
    ["7001/00000002/16384", "7001/00000001/16384", false, "the old primary is back"],
    ["7001/00000001/16384", "7002/00000002/16384", false, "another cluster"],
    ["7001/00000001/16384", "7001/00000002/16999", false, "restored into a new database"],
    ["7001/00000001/16384", "7001/00000001/16384", false, "nothing changed"],
  ])("%s, now %s, is a promotion: %s (%s)", (before, now, isPromotion) => {
    expect(isPromotionOf(before, now)).toBe(isPromotion);
  });
});
