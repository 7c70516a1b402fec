import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  allocatedUnits,
  allocateRest,
  firstShare,
  fitShares,
  largestShare,
  splitEvenly,
  spreadEvenly,
  stepShare,
} from "@/lib/buyer/checkout/allocation";

const rules = { total: 500, min: 1, max: 10_000 };
const shares = (...quantities: number[]) => quantities.map((quantity) => ({ quantity }));
const quantitiesOf = (items: { quantity: number }[]) => items.map((entry) => entry.quantity);

/** The shop's rules, and items that may have been chosen under earlier rules. */
const situation = fc
  .record({
    total: fc.integer({ min: 1, max: 200_000 }),
    min: fc.integer({ min: 1, max: 500 }),
    room: fc.integer({ min: 0, max: 1_000_000 }),
    items: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 1_000_000 }) }), { maxLength: 20 }),
  })
  .map(({ total, min, room, items }) => ({ rules: { total, min, max: min + room }, items }));

/** The same, with allocations that the rules allow. */
const allowed = situation.map(({ rules, items }) => ({ rules, items: fitShares(items, rules) }));

describe("spreading units evenly", () => {
  it("gives the odd units to the first items", () => {
    expect(spreadEvenly(7, 3)).toEqual([3, 2, 2]);
    expect(spreadEvenly(2, 3)).toEqual([1, 1, 0]);
    expect(spreadEvenly(5, 0)).toEqual([]);
  });

  it("gives out all units, and the items differ by at most one unit", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 100 }), (units, items) => {
        const spread = spreadEvenly(units, items);
        expect(spread.reduce((sum, each) => sum + each, 0)).toBe(units);
        expect(Math.max(...spread) - Math.min(...spread)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe("giving out the rest", () => {
  it("spreads the units that are left over the items", () => {
    expect(allocateRest(shares(100, 50), 501)).toEqual(shares(276, 225));
  });

  it("refuses allocations above the total", () => {
    expect(allocateRest(shares(100, 50), 149)).toBeNull();
  });

  it("reaches the total exactly and takes no unit from an item", () => {
    fc.assert(
      fc.property(allowed, ({ rules, items }) => {
        fc.pre(items.length > 0);
        const full = allocateRest(items, rules.total) ?? [];
        expect(allocatedUnits(full)).toBe(rules.total);
        full.forEach((entry, index) => {
          expect(entry.quantity).toBeGreaterThanOrEqual(items[index]?.quantity ?? 0);
        });
      }),
    );
  });
});

describe("splitting evenly", () => {
  it("makes the items equal, also where too many units were given out", () => {
    expect(splitEvenly(shares(1, 150), rules)).toEqual(shares(250, 250));
    expect(splitEvenly(shares(900, 1, 1), rules)).toEqual(shares(167, 167, 166));
  });

  it("gives no item more than its maximum", () => {
    expect(splitEvenly(shares(1, 150), { ...rules, max: 200 })).toEqual(shares(200, 200));
  });
});

describe("choosing another item", () => {
  it("gives it 100 units, or what is left", () => {
    expect(firstShare([], rules)).toBe(100);
    expect(firstShare(shares(430), rules)).toBe(70);
  });

  it("gives it the floor where that is more than 100, and the ceiling where that is less", () => {
    expect(firstShare([], { ...rules, min: 150 })).toBe(150);
    expect(firstShare([], { ...rules, max: 60 })).toBe(60);
  });

  it("is refused when less than the floor is left", () => {
    expect(firstShare(shares(500), rules)).toBeNull();
    expect(firstShare(shares(491), { ...rules, min: 10 })).toBeNull();
    expect(firstShare(shares(600), rules)).toBeNull();
  });

  it("never brings the sum above the total or the item out of its range", () => {
    fc.assert(
      fc.property(allowed, ({ rules, items }) => {
        const share = firstShare(items, rules);
        if (share === null) return;
        expect(allocatedUnits(items) + share).toBeLessThanOrEqual(rules.total);
        expect(share).toBeGreaterThanOrEqual(rules.min);
        expect(share).toBeLessThanOrEqual(rules.max);
      }),
    );
  });
});

describe("stepping an item", () => {
  it("adds or takes one step, and stops at the floor and at what is left", () => {
    expect(stepShare(100, 10, shares(100, 300), rules)).toBe(110);
    expect(stepShare(100, 10, shares(100, 396), rules)).toBe(104);
    expect(stepShare(100, 10, shares(100, 400), rules)).toBe(100);
    expect(stepShare(8, -10, shares(8), rules)).toBe(1);
  });

  it("reduces an item that was given too much to what it may hold", () => {
    expect(stepShare(900, -10, shares(900, 100), rules)).toBe(400);
  });

  it("stops at the ceiling of one item", () => {
    expect(largestShare(100, shares(100), { ...rules, max: 250 })).toBe(250);
  });

  it("never brings the sum above the total or the item out of its range", () => {
    fc.assert(
      fc.property(allowed, fc.nat(), fc.integer({ min: -50, max: 50 }), ({ rules, items }, pick, by) => {
        fc.pre(items.length > 0);
        const index = pick % items.length;
        const own = items[index]?.quantity ?? 0;
        const next = stepShare(own, by, items, rules);
        expect(Number.isInteger(next)).toBe(true);
        expect(next).toBeGreaterThanOrEqual(rules.min);
        expect(next).toBeLessThanOrEqual(rules.max);
        expect(allocatedUnits(items) - own + next).toBeLessThanOrEqual(rules.total);
      }),
    );
  });
});

describe("fitting allocations to a smaller total", () => {
  it("leaves allocations that fit unchanged", () => {
    expect(fitShares(shares(100, 400), rules)).toEqual(shares(100, 400));
    expect(fitShares(shares(100), rules)).toEqual(shares(100));
  });

  it("reduces all items in proportion", () => {
    expect(fitShares(shares(200, 800), rules)).toEqual(shares(100, 400));
    expect(fitShares(shares(100, 100, 100), { ...rules, total: 50 })).toEqual(shares(17, 17, 16));
  });

  it("leaves each item the floor and takes it from items that have more", () => {
    expect(fitShares(shares(10, 990), { ...rules, total: 100, min: 10 })).toEqual(shares(10, 90));
    expect(fitShares(shares(1, 1, 998), { ...rules, total: 10 })).toEqual(shares(1, 1, 8));
  });

  it("drops the last items when not every item can have the floor", () => {
    const items = [
      { id: "a", quantity: 300 },
      { id: "b", quantity: 300 },
      { id: "c", quantity: 400 },
    ];
    expect(fitShares(items, { ...rules, total: 50, min: 20 })).toEqual([
      { id: "a", quantity: 25 },
      { id: "b", quantity: 25 },
    ]);
    expect(fitShares(items, { ...rules, total: 10, min: 20 })).toEqual([]);
  });

  it("raises an item to a floor that was introduced after it was chosen", () => {
    expect(fitShares(shares(5, 100), { ...rules, min: 20 })).toEqual(shares(20, 100));
  });

  it("keeps the sum, the floor and the ceiling, in whole units, and changes nothing a second time", () => {
    fc.assert(
      fc.property(situation, ({ rules, items }) => {
        const fitted = fitShares(items, rules);
        expect(allocatedUnits(fitted)).toBeLessThanOrEqual(rules.total);
        for (const { quantity } of fitted) {
          expect(Number.isInteger(quantity)).toBe(true);
          expect(quantity).toBeGreaterThanOrEqual(rules.min);
          expect(quantity).toBeLessThanOrEqual(rules.max);
        }
        expect(fitted.length).toBe(Math.min(items.length, Math.floor(rules.total / rules.min)));
        expect(fitShares(fitted, rules)).toEqual(fitted);
      }),
    );
  });

  it("gives out all of the new total when there was more, and keeps the order of the items by units", () => {
    fc.assert(
      fc.property(situation, ({ rules, items }) => {
        const legal = quantitiesOf(fitShares(items, { ...rules, total: Number.MAX_SAFE_INTEGER }));
        const fitted = quantitiesOf(fitShares(items, rules));
        const before = legal.slice(0, fitted.length);
        if (before.reduce((sum, each) => sum + each, 0) <= rules.total) return;
        expect(fitted.reduce((sum, each) => sum + each, 0)).toBe(rules.total);
        fitted.forEach((one, i) => {
          fitted.forEach((other, j) => {
            if ((before[i] ?? 0) > (before[j] ?? 0)) expect(one).toBeGreaterThanOrEqual(other - 1);
          });
        });
      }),
    );
  });
});
