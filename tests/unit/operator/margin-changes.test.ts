import { expect, it } from "vitest";
import { marginChanges } from "@/lib/operator/reporting/margin-changes";
import type { MarginRow } from "@/lib/operator/reporting/margins";
import { addPackage, changePackage, changeService } from "@/lib/shop/catalog/edit-document";
import { firstDocument } from "@/lib/shop/catalog/vocabulary";
import { row } from "./margin-row";

const changesOf = (priceCents: number, rows = [row]) =>
  marginChanges(rows, {
    now: firstDocument,
    document: changePackage(firstDocument, "followers-1000", { priceCents }),
  });

it("a changed price says the margin before and after, and a loss in words", () => {
  const about = "Instagram Followers, 1,000";
  expect(changesOf(1_499)).toEqual([{ about, text: "margin $11.49 instead of $9.99", isLoss: false }]);
  expect(changesOf(300)).toEqual([
    {
      about,
      text: "margin -$0.50 instead of $9.99; off sale, because the price is below the cost",
      isLoss: true,
    },
  ]);
  expect(changesOf(1_300, [{ ...row, leastMarginPercent: 80 }])[0]?.text).toMatch(
    /below the cost and the least margin of 80%$/,
  );
  expect(changesOf(1_349)).toEqual([]);
  expect(changesOf(1_499, [{ ...row, currency: "EUR" }])).toEqual([
    { about, text: "its cost in dollars is not known", isLoss: false },
  ]);
});

it("a new package has the rate of its service", () => {
  const entry = { service: "followers", platforms: ["instagram"], variant: "standard", quantity: 2_000 };
  const document = addPackage(firstDocument, {
    ...entry,
    priceCents: 2_000,
    originalCents: 2_000,
    isActive: true,
    isPopular: false,
  });
  expect(marginChanges([row], { now: firstDocument, document })).toEqual([
    { about: "Instagram Followers, 2,000", text: "margin $13.00", isLoss: false },
  ]);
});

it("a price by amount says the margin of each step, and where it would end below the dearest supplier's price", () => {
  const steps = [
    { from: 1, microsPerUnit: 25_000 },
    { from: 101, microsPerUnit: 13_500 },
  ];
  const document = changeService(
    firstDocument,
    { platform: "instagram", service: "followers" },
    (service) => ({
      ...service,
      variants: service.variants.map((variant) => ({ ...variant, priceSteps: steps })),
    }),
  );
  const at = (change: Partial<MarginRow>) =>
    marginChanges([{ ...row, ...change }], { now: firstDocument, document });
  const about = "Instagram Followers, by amount";
  const margin = "margin $21.50 per 1,000, $10.00 from 101";
  expect(at({})).toEqual([{ about, text: margin, isLoss: false }]);
  expect(at({ dearestRatePer1000: "14.5000000" })).toEqual([
    {
      about,
      text: `${margin}; no more than 1,150 are sold, because beyond the total would be below the dearest supplier's price`,
      isLoss: true,
    },
  ]);
  expect(at({ dearestRatePer1000: "26" })[0]?.text).toMatch(/no amount is sold/);
  expect(at({ currency: "EUR" })[0]?.text).toBe("its cost in dollars is not known");
  expect(marginChanges([row], { now: document, document })).toEqual([]);
});
