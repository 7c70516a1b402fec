import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mostAboveCost } from "@/lib/shop/catalog/above-cost";
import type { CustomAmounts, PriceStep } from "@/lib/shop/catalog/catalog";
import {
  amountProblem,
  amountStep,
  amountsWithin,
  asPackage,
  centsOf,
  customIdOf,
  findSold,
  microsOf,
  microsOfText,
  readCustomId,
  sliderStops,
  textOfMicros,
} from "@/lib/shop/catalog/custom-amount";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { priceOrder } from "@/lib/shop/catalog/price-order";

const most = 10_000_000;

/** Steps as a checked document has them: the first begins at 1, and they ascend. */
const anySteps: fc.Arbitrary<PriceStep[]> = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 2, max: most }), { maxLength: 11 }),
    fc.array(fc.oneof(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 99_999_999 })), {
      minLength: 12,
      maxLength: 12,
    }),
  )
  .map(([froms, prices]) =>
    [1, ...froms.sort((one, other) => one - other)].map((from, place) => ({
      from,
      microsPerUnit: prices[place] ?? 1,
    })),
  );
const anyAmount = fc.integer({ min: 1, max: most });

/** The sum as its definition has it, with integers of any size. */
function exactMicros(steps: readonly PriceStep[], quantity: number): bigint {
  return steps.reduce((sum, { from, microsPerUnit }, place) => {
    const next = steps[place + 1]?.from ?? most + 1;
    const units = Math.min(quantity, next - 1) - from + 1;
    return units > 0 ? sum + BigInt(units) * BigInt(microsPerUnit) : sum;
  }, 0n);
}

const steps: PriceStep[] = [
  { from: 1, microsPerUnit: 15_000 },
  { from: 1_001, microsPerUnit: 13_490 },
];
const amounts: CustomAmounts = {
  platform: "instagram",
  service: "followers",
  variant: "standard",
  min: 100,
  max: 10_000,
  step: 10,
  priceSteps: steps,
};
const catalog = { ...firstCatalog, amounts: [amounts] };
const choice = {
  platform: "instagram",
  service: "followers",
  unit: { one: "follower", many: "followers" },
  surface: "checkout" as const,
  addOns: [],
};

describe("the price of an amount", () => {
  it.each([
    [1, 2],
    [100, 150],
    [1_000, 1_500],
    // A thousand at 1.5 cents, and one at 1.349.
    [1_001, 1_502],
    [1_250, 1_838],
    [10_000, 13_641],
  ])("of %i units is %i cents: each unit costs what its step asks, rounded up", (quantity, cents) => {
    expect(centsOf(steps, quantity)).toBe(cents);
  });

  it("is the exact sum, rounded up to a whole cent, for all steps and amounts", () => {
    fc.assert(
      fc.property(anySteps, anyAmount, (some, quantity) => {
        const exact = exactMicros(some, quantity);
        expect(BigInt(microsOf(some, quantity))).toBe(exact);
        expect(BigInt(centsOf(some, quantity))).toBe((exact + 9_999n) / 10_000n);
      }),
    );
  });

  it("rises with each larger amount that is sold, for all steps", () => {
    const steps = fc.tuple(anySteps, fc.integer({ min: 1, max: 1_000 }), anyAmount);
    fc.assert(
      fc.property(steps, ([some, serviceStep, quantity]) => {
        const step = amountStep(serviceStep, some);
        expect(step % serviceStep).toBe(0);
        const amount = Math.ceil(quantity / step) * step;
        expect(centsOf(some, amount + step)).toBeGreaterThan(centsOf(some, amount));
      }),
    );
  });

  it("rises over every amount of a cheap service, which is sold in larger steps", () => {
    const views = [
      { from: 1, microsPerUnit: 2_000 },
      { from: 5_001, microsPerUnit: 699 },
    ];
    const step = amountStep(1, views);
    expect(step).toBe(20);
    const prices = Array.from({ length: 1_000 }, (_, place) => centsOf(views, (place + 1) * step));
    expect(prices.filter((price, place) => place > 0 && price <= (prices[place - 1] ?? 0))).toEqual([]);
  });
});

describe("an amount's id", () => {
  it("is read as what it was made of, whatever the names", () => {
    const slug = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(-[a-z0-9]{1,8}){0,2}$/);
    fc.assert(
      fc.property(slug, slug, anyAmount, (service, variant, quantity) => {
        const id = customIdOf({ service, variant }, quantity);
        expect(readCustomId(id, service)).toEqual({ variant, quantity });
      }),
    );
  });

  it.each([
    "followers-1000",
    "followers-custom-standard-",
    "followers-custom-standard-0",
    "followers-custom-standard-0100",
    "followers-custom-standard-1e3",
    "followers-custom-standard-1.5",
    "followers-custom-standard-999999999",
    "followers-custom-100",
    "likes-custom-standard-100",
    "",
  ])("%j is none of followers", (id) => {
    expect(readCustomId(id, "followers")).toBeNull();
  });
});

describe("an order of an amount", () => {
  it("has the amount as its line, at its price and without a struck one", () => {
    const id = "followers-custom-standard-1250";
    expect(priceOrder(catalog, { ...choice, packageId: id })).toEqual({
      quantity: 1_250,
      ownQuantity: 1_250,
      extras: [],
      totalCents: 1_838,
      lines: [
        {
          kind: "package",
          catalogId: id,
          label: "1,250 followers",
          quantity: 1_250,
          count: 1,
          unitCents: 1_838,
          amountCents: 1_838,
        },
      ],
    });
    const { priceCents, originalCents } = asPackage(amounts, 1_250);
    expect(originalCents).toBe(priceCents);
  });

  it.each([
    ["below the minimum", "followers-custom-standard-90"],
    ["above the maximum", "followers-custom-standard-10010"],
    ["between two steps", "followers-custom-standard-1255"],
    ["of another quality", "followers-custom-premium-1250"],
    ["of another service", "likes-custom-standard-1250"],
  ])("%s has no price", (_, packageId) => {
    expect(priceOrder(catalog, { ...choice, packageId })).toBeNull();
  });

  it("is for its own platform only", () => {
    const asked = { platform: "tiktok", service: "followers" };
    expect(findSold(catalog, asked, "followers-custom-standard-1250")).toBeNull();
  });

  it("names the quality where the service has several, and takes the add-ons of that quality", () => {
    const quality = { platform: "instagram", service: "followers", deliveryTime: "a day", refillDays: 30 };
    const [addOn] = firstCatalog.addOns.filter(({ id }) => id === "checkout-followers-500");
    if (!addOn) throw new Error("the first catalogue has it");
    const both = {
      ...catalog,
      addOns: [addOn, { ...addOn, id: "premium-add-on", variant: "premium" }],
      amounts: [amounts, { ...amounts, variant: "premium" }],
      qualities: [
        { ...quality, variant: "standard", label: "Standard" },
        { ...quality, variant: "premium", label: "Premium" },
      ],
    };
    const price = (id: string) =>
      priceOrder(both, {
        ...choice,
        packageId: "followers-custom-premium-200",
        addOns: [{ id, count: 1 }],
      });
    expect(price("premium-add-on")?.lines[0]?.label).toBe("200 followers (Premium)");
    expect(price("checkout-followers-500")).toBeNull();
  });
});

describe("what is said of an amount", () => {
  it.each([
    [90, "Choose at least 100 followers."],
    [10_010, "Choose at most 10,000 followers."],
    [1_255, "Choose a multiple of 10, such as 1,250."],
    [1_250, null],
  ])("of %i", (quantity, message) => {
    expect(amountProblem(amounts, quantity, choice.unit)).toBe(message);
  });

  it("no amount is sold where no multiple is within the limits", () => {
    expect(amountsWithin({ min: 11, max: 19, step: 10 })).toBeNull();
    expect(amountsWithin({ min: 11, max: 20, step: 10 })).toEqual({ min: 20, max: 20 });
  });
});

describe("the cost of an amount", () => {
  it.each([
    ["14.0000000", 0, 2_960],
    ["13.4900000", 0, 10_000],
    ["15.0000001", 0, 99],
    ["0.9", 0, 10_000],
    ["7.0000000", 50, 2_960],
    ["1.4000000", 90, 2_960],
  ])(
    "at $%s per 1,000 and a least margin of %i percent ends what is sold at %i",
    (ratePer1000, leastMarginPercent, expected) => {
      const range = { min: 100, max: 10_000 };
      expect(mostAboveCost(steps, { ratePer1000, leastMarginPercent }, range)).toBe(expected);
    },
  );

  it("is never above the price of what is sold, and the next amount would be, for all steps and rates", () => {
    const rates = fc.integer({ min: 0, max: 500_000_000 });
    const leastMargins = fc.integer({ min: 0, max: 90 });
    const ranges = fc
      .tuple(anyAmount, anyAmount)
      .map(([one, other]) => ({ min: Math.min(one, other), max: Math.max(one, other) }));
    fc.assert(
      fc.property(
        anySteps,
        rates,
        leastMargins,
        ranges,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (some, rate, leastMarginPercent, range, at) => {
          const ratePer1000 = `${Math.floor(rate / 10_000_000)}.${String(rate % 10_000_000).padStart(7, "0")}`;
          const last = mostAboveCost(some, { ratePer1000, leastMarginPercent }, range);
          const isCovered = (quantity: number) =>
            exactMicros(some, quantity) * 100n * BigInt(100 - leastMarginPercent) >=
            BigInt(rate) * BigInt(quantity);
          expect(last).toBeGreaterThanOrEqual(range.min - 1);
          expect(last).toBeLessThanOrEqual(range.max);
          if (last < range.max) expect(isCovered(last + 1)).toBe(false);
          if (last < range.min) return;
          expect(isCovered(last)).toBe(true);
          expect(isCovered(range.min + Math.floor((last - range.min) * at))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("a price per 1,000", () => {
  it.each([
    ["13.49", 13_490],
    ["0.125", 125],
    ["2", 2_000],
    ["0.5", 500],
  ])("%s costs %i millionths a unit", (text, micros) => {
    expect(microsOfText(text)).toBe(micros);
  });

  it.each(["", "free", "-1", "1.2345", "1,5", "1e3"])("is not %j", (text) => {
    expect(microsOfText(text)).toBeNull();
  });

  it("is written as it is read", () => {
    const micros = fc.integer({ min: 1, max: 99_999_999 });
    fc.assert(
      fc.property(micros, (some) => {
        expect(microsOfText(textOfMicros(some))).toBe(some);
      }),
    );
    expect([13_490, 125, 2_000].map(textOfMicros)).toEqual(["13.49", "0.125", "2.00"]);
  });
});

it("a slider stops at amounts that are sold, each a little larger, from the smallest to the largest", () => {
  const ranges = fc.tuple(anyAmount, anyAmount, fc.integer({ min: 1, max: 500 }));
  fc.assert(
    fc.property(ranges, ([one, other, step]) => {
      const range = amountsWithin({ min: Math.min(one, other), max: Math.max(one, other), step });
      if (!range) return;
      const stops = sliderStops({ ...range, step });
      expect([stops[0], stops.at(-1)]).toEqual([range.min, range.max]);
      expect(stops.filter((stop) => stop % step !== 0)).toEqual([]);
      expect(stops.length).toBeLessThan(700);
      const leaps = stops.slice(1).filter((stop, place) => {
        const before = stops[place] ?? 0;
        return stop <= before || stop - before > before / 10 + 2 * step;
      });
      expect(leaps).toEqual([]);
    }),
  );
});
