import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMs, day, hour, minute } from "@/lib/base/time/time";
import { type CountedDelivery, knownUnits, type Look } from "@/lib/delivery/counts/known-units";
import { nextLookAt } from "@/lib/delivery/counts/next-look";

const endedAt = new Date("2026-11-20T00:00:00Z");
const hoursIn = (hours: number) => addMs(endedAt, hours * hour);
const exact = (count: number) => ({ lowest: count, highest: count });
const look = (count: number, hours: number): Look => ({ ...exact(count), takenAt: hoursIn(hours) });

const delivery = (change: Partial<CountedDelivery> = {}): CountedDelivery => ({
  before: exact(5_000),
  units: 1_000,
  isOfPost: false,
  endedAt,
  remedies: [],
  looks: [],
  promisedUntil: hoursIn(120),
  now: change.looks?.at(-1)?.takenAt ?? hoursIn(48),
  ...change,
});
const known = (change: Partial<CountedDelivery>) => knownUnits(delivery(change));

/** Two looks seven hours apart, long after the end. */
const twice = (count: number) => [look(count, 50), look(count, 57)];

describe("missing units by two exact looks", () => {
  it.each([
    ["nothing", { before: exact(1_000), units: 100 }, 1_100, 0],
    ["what a counter loses anyway", { before: exact(1_000), units: 100 }, 1_095, 0],
    ["one more than that", { before: exact(500), units: 100 }, 594, 6],
    ["half a percent of the account", { before: exact(1_200), units: 100 }, 1_294, 0],
    ["all of them, and more", { before: exact(1_000), units: 100 }, 900, 100],
    ["the one that was bought", { before: exact(0), units: 1 }, 0, 1],
    ["half a percent of a large account", { before: exact(2_000_000), units: 20_000 }, 2_010_000, 0],
    ["more than that", { before: exact(1_000_000), units: 20_000 }, 1_009_999, 10_001],
  ])("are %s", (_, change, count, missing) => {
    expect(known({ ...change, looks: twice(count) }).missing).toBe(missing);
  });
});

describe("a refill or a replacement", () => {
  const remedy = { begunAt: hoursIn(60), endedAt: hoursIn(70) };

  it("that brought everything leaves only a later drop", () => {
    const looks = [look(5_200, 50), look(5_200, 57), look(6_000, 72), look(5_700, 100), look(5_700, 107)];
    expect(known({ looks, remedies: [remedy] })).toMatchObject({ missing: 300, wasWhole: true });
  });

  it("that ended has its looks counted from an hour after its own end", () => {
    const looks = [look(5_200, 50), look(5_200, 57), look(5_500, 70.5), look(5_500, 77)];
    expect(known({ looks, remedies: [remedy] })).toMatchObject({ missing: 0, lookAgainAt: hoursIn(83) });
  });

  it("is not judged by a look from before its end", () => {
    const looks = [look(5_200, 50), look(5_200, 57), look(6_000, 65)];
    const facts = known({ looks, remedies: [remedy], now: hoursIn(71) });
    expect(facts).toMatchObject({ asOf: null, there: 0, wasWhole: false });
  });

  it("after which the counter has not moved is not judged for a day", () => {
    const looks = [look(5_200, 50), look(5_200, 57), look(5_200, 72), look(5_200, 79)];
    expect(known({ looks, remedies: [remedy] }).missing).toBe(0);
    const later = [...looks, look(5_200, 95), look(5_200, 102)];
    expect(known({ looks: later, remedies: [remedy] }).missing).toBe(800);
  });
});

it("a last look that says nothing leaves the units open, whatever the look before it showed", () => {
  const hidden = { lowest: 0, highest: 2_147_483_647, takenAt: hoursIn(60) };
  expect(known({ looks: twice(6_000) })).toMatchObject({ isClear: true, isWhole: true });
  expect(known({ looks: [...twice(6_000), hidden] })).toMatchObject({ isClear: false, isWhole: false });
});

describe("what looks prove of a simulated delivery", () => {
  const step = fc.record({
    hours: fc.integer({ min: 1, max: 40 }),
    lost: fc.integer({ min: 0, max: 300 }),
    isHidden: fc.boolean(),
  });
  const rounding = fc.constantFrom(1, 100, 100_000);
  const start = fc.integer({ min: 0, max: 2_000_000 });
  const units = fc.integer({ min: 1, max: 50_000 });
  const floored = (count: number, to: number) => {
    const lowest = Math.floor(count / to) * to;
    return { lowest, highest: lowest + to - 1 };
  };

  it("is never more than is missing, nor calls a unit there that is not, however the counter rounds", () => {
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        rounding,
        start,
        units,
        (steps, to, base, sold) => {
          let hours = 1;
          let there = sold;
          const looks = steps.map(({ hours: passed, lost, isHidden }): Look => {
            hours += passed;
            there = Math.max(0, there - lost);
            const shown = isHidden ? { lowest: 0, highest: 2_147_483_647 } : floored(base + there, to);
            return { ...shown, takenAt: hoursIn(hours) };
          });
          const facts = known({ before: floored(base, to), units: sold, looks });
          expect(facts.missing).toBeLessThanOrEqual(sold - there);
          expect(facts.missingInTime).toBeLessThanOrEqual(facts.missing);
          expect(facts.neverArrived).toBeLessThanOrEqual(facts.missing);
          // A last look that proves nothing leaves what was there at the one before it.
          if (facts.asOf === looks.at(-1)?.takenAt) expect(facts.there).toBeLessThanOrEqual(there);
          if (facts.isWhole) expect((sold - there) * 20).toBeLessThanOrEqual(sold);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("the next look at an ended item's counter", () => {
  const item: Parameters<typeof nextLookAt>[0] = {
    state: "completed",
    quantity: 1_000,
    remains: 0,
    finishedAt: endedAt,
    refillDays: 5,
    refills: [],
    replacement: null,
  };
  const paidAt = hoursIn(-12);
  const next = (change: Partial<CountedDelivery>, of: object = {}) => {
    const counted = delivery(change);
    return nextLookAt({ ...item, ...of }, { known: knownUnits(counted), paidAt, now: counted.now });
  };

  it.each<[string, Partial<CountedDelivery>, object, Date | null]>([
    ["is an hour after the end", { looks: [look(5_000, 0)] }, {}, hoursIn(6)],
    ["is six hours after one that shows a loss", { looks: [look(5_500, 2)] }, {}, hoursIn(8)],
    ["is a day after one that shows all units", { looks: [look(6_000, 2)] }, {}, hoursIn(26)],
    ["is seven hours before the promise ends", { looks: [look(6_000, 100)] }, {}, hoursIn(113)],
    ["is again half an hour before it ends", { looks: [look(6_000, 113.1)] }, {}, hoursIn(119.5)],
    ["is none after it, when all units were seen", { looks: [look(6_000, 119.6)] }, {}, null],
    ["goes on for the 30 days of refunds when they never were", { looks: twice(5_500) }, {}, hoursIn(81)],
    ["is none when nothing was delivered", { looks: [] }, { state: "canceled", remains: 1_000 }, null],
    [
      "is planned for what a partial delivery brought",
      { looks: [look(6_000, 2)] },
      { state: "partial", remains: 300 },
      hoursIn(26),
    ],
  ])("%s", (_, change, of, expected) => {
    expect(next(change, of)).toEqual(expected);
  });

  it("is always later than now, and never after the last promise", () => {
    const hours = fc.integer({ min: 0, max: 1_000 });
    fc.assert(
      fc.property(
        hours,
        fc.integer({ min: 4_000, max: 7_000 }),
        fc.integer({ min: 0, max: 40 }),
        (at, count, days) => {
          const planned = next({ looks: [look(count, at)] }, { refillDays: days });
          if (!planned) return;
          expect(planned.getTime()).toBeGreaterThan(hoursIn(at).getTime());
          expect(planned.getTime()).toBeLessThan(addMs(endedAt, 41 * day + minute).getTime());
        },
      ),
    );
  });
});
