import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type MarginRow, marginOf } from "@/lib/operator/reporting/margins";
import { row } from "./margin-row";

describe("a margin", () => {
  it("is the price less the cost, in micro-dollars and basis points", () => {
    expect(marginOf(row)).toEqual({
      costMicros: 3_500_000,
      marginMicros: 9_990_000,
      marginBps: 7_405,
      problems: [],
    });
  });

  it.each<[string, Partial<MarginRow>, string[]]>([
    ["no supplier delivers", { ratePer1000: null, minQuantity: null, maxQuantity: null }, ["no_supplier"]],
    ["the supplier is paid in another currency", { currency: "EUR" }, ["currency"]],
    ["the supplier's currency is not known", { currency: null }, ["currency"]],
    ["it sells below cost", { ratePer1000: "13.4900001" }, ["below_margin"]],
    ["it leaves less than the least margin", { leastMarginPercent: 75 }, ["below_margin"]],
    ["it leaves just the least margin", { leastMarginPercent: 74 }, []],
    ["it sells at cost", { ratePer1000: "13.4900000", dearestRatePer1000: "13.4900000" }, []],
    ["the dearest supplier would be below cost", { dearestRatePer1000: "20" }, ["dearest_below_margin"]],
    ["the floor is above the package", { minQuantity: 1_001 }, ["below_minimum"]],
    ["the floor is the package", { minQuantity: 1_000 }, []],
    ["followers are above the ceiling", { maxQuantity: 999 }, ["above_maximum"]],
    ["likes are above the ceiling of one post", { maxQuantity: 999, isSpread: true }, []],
    [
      "likes are above the ceiling of 100 posts",
      { maxQuantity: 9, isSpread: true, minQuantity: 1 },
      ["above_maximum"],
    ],
    ["an add-on is below the floor", { minQuantity: 1_001, kind: "add_on" }, []],
  ])("names what is wrong when %s", (_, change, problems) => {
    expect(marginOf({ ...row, ...change }).problems).toEqual(problems);
  });

  it("is never too high: the cost is the exact one, or the next micro-dollar above it", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.integer({ min: 1, max: 10_000_000 }),
        (rate, quantity) => {
          const text = String(rate).padStart(8, "0");
          const ratePer1000 = `${text.slice(0, -7)}.${text.slice(-7)}`;
          const { costMicros } = marginOf({ ...row, ratePer1000, quantity });
          const exactTenThousandths = rate * BigInt(quantity);
          const difference = BigInt(costMicros ?? -1) * 10_000n - exactTenThousandths;
          return difference >= 0n && difference < 10_000n;
        },
      ),
    );
  });
});
