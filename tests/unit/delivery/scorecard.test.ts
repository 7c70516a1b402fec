import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { costText, durationText, shareText } from "@/lib/delivery/scorecard/describe-record";
import type { CountedUnits, ServiceRecord } from "@/lib/delivery/scorecard/load-scorecard";
import { figuresOf, isClear, proposeRanking, scoreOf } from "@/lib/delivery/scorecard/propose-ranking";
import { newService } from "./service-record";

const units = (items: number, charge: number, arrived: number, found: number): CountedUnits => {
  return { items, charge, arrived, found };
};
const good: ServiceRecord = {
  ...newService,
  currency: "usd",
  calls: 50,
  taken: 50,
  completed: 50,
  finish: { counted: 50, p50: 3_600, p90: 7_200 },
  counted: units(40, 4, 4_000, 4_000),
  after5: units(20, 2, 2_000, 2_000),
};
const record = (mappingId: string, change: Partial<ServiceRecord> = {}): ServiceRecord => ({
  ...good,
  mappingId,
  supplierName: `Panel ${mappingId.toUpperCase()}`,
  ...change,
});
/** The cost of 1,000 units that stay, in dollars. */
const costing = (cost: number) => ({ after5: units(20, cost * 2, 2_000, 2_000) });
const orderOf = (...records: ServiceRecord[]) => proposeRanking(records)?.mappingIds ?? null;

describe("the proposed order of a service's suppliers", () => {
  it("puts the cheapest per unit that stays first, all else equal", () => {
    const three = [record("a"), record("b", costing(0.5)), record("c", costing(0.7))];
    expect(orderOf(...three)).toEqual(["b", "c", "a"]);
  });

  it("is none when it equals the present order, or when there is nothing to compare", () => {
    expect(orderOf(record("a"), record("b"))).toBeNull();
    expect(orderOf(record("a"), record("b", costing(2)))).toBeNull();
    expect(orderOf()).toBeNull();
    expect(orderOf(record("a"))).toBeNull();
  });

  it.each<[string, Partial<ServiceRecord>]>([
    ["loses more", { after5: units(20, 2, 2_000, 1_500) }],
    ["completes less", { completed: 40, partial: 10 }],
    ["leaves more open", { completed: 40, overdue: 10 }],
    ["refuses more", { refused: 10 }],
    ["loses more calls", { lost: 10 }],
    ["is slower", { finish: { counted: 50, p50: 3_600, p90: 86_400 } }],
    ["delivers nothing that stays", { after5: units(20, 2, 2_000, 0) }],
  ])("puts a service behind that %s", (_, change) => {
    expect(orderOf(record("a", change), record("b"))).toEqual(["b", "a"]);
  });

  it("leaves services that can't be asked, or have too few deliveries, in their place", () => {
    const few = { after5: units(19, 0.1, 1_900, 1_900) };
    const paused = { isAskable: false, ...costing(0.1) };
    const four = [record("a", few), record("b"), record("c", paused), record("d", costing(0.5))];
    expect(proposeRanking(four)).toMatchObject({ mappingIds: ["a", "d", "c", "b"], isComplete: false });
    expect(orderOf(record("a", few), record("b", few))).toBeNull();
  });

  it("is none between suppliers that are paid in different currencies", () => {
    expect(orderOf(record("a"), record("b", { ...costing(0.1), currency: "eur" }))).toBeNull();
    expect(figuresOf(record("a", { currency: null }))).toBeNull();
  });

  it.each([
    ["eleven percent better", 0.89, {}, true],
    ["nine percent better", 0.91, {}, false],
    [
      "much better, but another one has too few deliveries",
      0.1,
      { after5: units(19, 2, 1_900, 1_900) },
      false,
    ],
    ["much better, and another one can't be asked", 0.1, { isAskable: false }, true],
  ])("is used by the shop itself when the best is %s: %d", (_, cost, other, expected) => {
    const third = record("c", { ...costing(5), ...other });
    const proposal = proposeRanking([record("a"), record("b", costing(cost)), third]);
    expect(proposal && isClear(proposal)).toBe(expected);
  });
});

describe("the score", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const figures = fc.record({
    costPer1000: fc.double({ min: 0, max: 1_000, noNaN: true }),
    unfinished: share,
    failed: fc.double({ min: 0, max: 2, noNaN: true }),
    finishP90: fc.double({ min: 0, max: 1e7, noNaN: true }),
  });

  it("is never better for a service that is worse in one figure and equal in the others", () => {
    const figure = fc.constantFrom("costPer1000", "unfinished", "failed", "finishP90" as const);
    fc.assert(
      fc.property(figures, figure, fc.double({ min: 0, max: 1e6, noNaN: true }), (one, name, more) => {
        expect(scoreOf({ ...one, [name]: one[name] + more })).toBeGreaterThanOrEqual(scoreOf(one));
      }),
    );
  });

  it("never lets a service rise that lost more units, items or calls, against any competitor", () => {
    const drawn = fc.record({
      found: fc.integer({ min: 0, max: 2_000 }),
      completed: fc.integer({ min: 0, max: 50 }),
      refused: fc.integer({ min: 0, max: 50 }),
      p90: fc.integer({ min: 60, max: 1_000_000 }),
    });
    type Drawn = { found: number; completed: number; refused: number; p90: number };
    const made = (id: string, { found, completed, refused, p90 }: Drawn) =>
      record(id, {
        after5: units(20, 2, 2_000, found),
        completed,
        partial: 50 - completed,
        refused,
        finish: { counted: 50, p50: 60, p90 },
      });
    const placeOf = (records: ServiceRecord[]) =>
      (proposeRanking(records)?.mappingIds ?? records.map(({ mappingId }) => mappingId)).indexOf("x");
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 4 }), drawn, drawn, fc.nat(4), (others, one, less, at) => {
        const rest = others.map((other, nth) => made(`o${nth}`, other));
        const among = (mine: Drawn) => placeOf(rest.toSpliced(at, 0, made("x", mine)));
        const worse = {
          found: Math.min(one.found, less.found),
          completed: Math.min(one.completed, less.completed),
          refused: Math.max(one.refused, less.refused),
          p90: Math.max(one.p90, less.p90),
        };
        expect(among(worse)).toBeGreaterThanOrEqual(among(one));
      }),
    );
  });
});

it("figures are written short", () => {
  expect([null, 0, 60, 5_900, 18_720, 172_800, 400_000].map(durationText)).toEqual([
    "–",
    "0 min",
    "1 min",
    "98 min",
    "5.2 h",
    "2.0 days",
    "4.6 days",
  ]);
  expect([shareText(1, 0), shareText(0, 9), shareText(1, 300), shareText(99, 100)]).toEqual([
    "–",
    "0%",
    "0.3%",
    "99%",
  ]);
  expect([costText(units(1, 1.5, 9, 2_000), "usd"), costText(units(1, 1, 9, 0), "usd")]).toEqual([
    "0.7500 USD",
    "–",
  ]);
});
