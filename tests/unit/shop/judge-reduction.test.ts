import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMs, day } from "@/lib/base/time/time";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { type PriceChange, reductionProblem } from "@/lib/shop/catalog/judge-reduction";
import { presentCatalog } from "@/lib/shop/catalog/price-history";

const start = new Date("2026-01-01T00:00:00Z");

type Step = { days: number; price: number; original?: number; off?: true };

/** "31 d at 90 (100), 5 d at 90 off": days and price of each step, its original price, and whether it was off sale. */
function stepsOf(text: string): Step[] {
  return text.split(", ").map((step) => {
    const [, days, price, original, off] = /^(\d+) d at (\d+)(?: \((\d+)\))?( off)?$/.exec(step) ?? [];
    if (!days) throw new Error(`no step: ${step}`);
    return {
      days: Number(days),
      price: Number(price),
      original: Number(original ?? price),
      ...(off && { off: true }),
    };
  });
}

/** A history of steps, each lasting its days; and the entry as it is in the last one. */
function historyOf(steps: Step[]) {
  let at = start;
  const history = steps.map(({ days, price, original = price, off }): PriceChange => {
    const since = at;
    at = addMs(at, days * day);
    return { priceCents: price, originalCents: original, isOnSale: !off, since };
  });
  const { priceCents = 0, originalCents = 0 } = history.at(-1) ?? {};
  return { history, entry: { priceCents, originalCents } };
}

const problemOf = (steps: Step[]) => {
  const { entry, history } = historyOf(steps);
  return reductionProblem(entry, history);
};

it.each([
  ["when it was the price of the thirty days before", "31 d at 100, 1 d at 90 (100)"],
  ["when it was the lowest of them", "25 d at 100, 10 d at 120, 1 d at 90 (100)"],
  ["however long the reduction lasts", "31 d at 100, 400 d at 90 (100)"],
  ["when a lower price ended thirty days before", "10 d at 80, 30 d at 100, 1 d at 90 (100)"],
  ["when it is announced soon after the reduction", "31 d at 100, 29 d at 90, 1 d at 90 (100)"],
  [
    "when the entry was hidden for a while during the reduction",
    "31 d at 100, 5 d at 90 (100), 5 d at 90 (100) off, 1 d at 90 (100)",
  ],
])("an original price is struck through %s", (_, steps) => expect(problemOf(stepsOf(steps))).toBeNull());

describe("an original price is not struck through", () => {
  it.each<[string, string, RegExp]>([
    [
      "80, 100, 90: it was sold for 80 within the thirty days",
      "31 d at 80, 10 d at 100, 1 d at 90 (100)",
      /sold for \$0\.80 within/,
    ],
    [
      "when a lower price ended 29 days before",
      "31 d at 80, 29 d at 100, 1 d at 90 (100)",
      /sold for \$0\.80/,
    ],
    ["when it was never asked", "60 d at 90 (100)", /less than 30 days/],
    ["when it is higher than what was asked", "31 d at 100, 1 d at 90 (120)", /sold for \$1\.00/],
    [
      "when it is lower than what was asked",
      "31 d at 100, 1 d at 90 (95)",
      /lowest price .* was \$1\.00; enter that one/,
    ],
    ["when it was asked for less than thirty days", "29 d at 100, 1 d at 90 (100)", /less than 30 days/],
    [
      "when a reduction is made smaller",
      "31 d at 100, 40 d at 90 (100), 1 d at 95 (100)",
      /sold for \$0\.90/,
    ],
    [
      "when the entry was off sale at that price",
      "60 d at 80, 31 d at 100 off, 1 d at 90 (100)",
      /not on sale all/,
    ],
    [
      "when the entry was off sale between the two prices",
      "31 d at 100, 40 d at 90 (100) off, 1 d at 90 (100)",
      /not on sale all/,
    ],
    [
      "when it is announced thirty days after the reduction",
      "31 d at 100, 30 d at 90, 1 d at 90 (100)",
      /announced more than 30 days/,
    ],
  ])("%s", (_, steps, why) => expect(problemOf(stepsOf(steps))).toMatch(why));

  it("when the history does not hold the entry's price", () => {
    const { history } = historyOf(stepsOf("60 d at 100"));
    expect(reductionProblem({ priceCents: 90, originalCents: 100 }, history)).toMatch(/lacks this price/);
    expect(reductionProblem({ priceCents: 90, originalCents: 100 }, [])).toMatch(/lacks this price/);
  });
});

describe("any history", () => {
  const step = fc.record({
    days: fc.integer({ min: 1, max: 40 }),
    price: fc.integer({ min: 8, max: 11 }),
    original: fc.integer({ min: 8, max: 11 }),
    off: fc.constantFrom(undefined, undefined, true as const),
  });
  const steps = fc.array(step, { minLength: 1, maxLength: 8 }) as fc.Arbitrary<Step[]>;

  it("has a struck price only if it is the lowest of thirty days on sale before the present price", () => {
    let struck = 0;
    fc.assert(
      fc.property(steps, (all) => {
        const { history, entry } = historyOf(all);
        if (reductionProblem(entry, history) !== null) return;
        struck++;
        // Day by day, back from the first day on sale at this price.
        const days = all.flatMap((one) => Array.from({ length: one.days }, () => one));
        const other = days.findLastIndex(({ price }) => price !== entry.priceCents);
        const onSale = days.slice(other + 1).findIndex(({ off }) => !off);
        const begin = other + 1 + Math.max(0, onSale);
        const month = days.slice(Math.max(0, begin - 30), begin);
        expect(month).toHaveLength(30);
        expect(month.every(({ off }) => !off)).toBe(true);
        expect(Math.min(...month.map(({ price }) => price))).toBe(entry.originalCents);
      }),
      { numRuns: 2_000 },
    );
    expect(struck).toBeGreaterThan(0);
  });

  it("gets the same answer however long the present price lasts, and whatever was before the thirty days", () => {
    fc.assert(
      fc.property(steps, step as fc.Arbitrary<Step>, (all, older) => {
        const known = problemOf(all);
        expect(problemOf(all.map((one, at) => (at === all.length - 1 ? { ...one, days: 999 } : one)))).toBe(
          known,
        );
        fc.pre(known === null);
        expect(problemOf([{ ...older, days: 60 }, ...all])).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("the catalogue as pages show it", () => {
  const all = { isStruck: true, isPopularShown: true, histories: null };

  it("is unchanged in a local shop", () => {
    expect(presentCatalog(firstCatalog, all)).toEqual(firstCatalog);
  });

  it("has no reduction and nothing popular in a new live one, at the same prices", () => {
    const { packages, addOns } = presentCatalog(firstCatalog, {
      isStruck: true,
      isPopularShown: false,
      histories: new Map(),
    });
    const reduced = [...packages, ...addOns].filter((entry) => entry.originalCents !== entry.priceCents);
    expect(reduced).toEqual([]);
    expect(packages.some(({ isPopular }) => isPopular)).toBe(false);
    expect(packages.map(({ priceCents }) => priceCents)).toEqual(
      firstCatalog.packages.map(({ priceCents }) => priceCents),
    );
  });

  it("has no reduction where struck prices are switched off", () => {
    const { packages } = presentCatalog(firstCatalog, { ...all, isStruck: false });
    expect(packages.every((entry) => entry.originalCents === entry.priceCents)).toBe(true);
  });
});
