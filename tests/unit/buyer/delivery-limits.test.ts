import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deliveryProblem } from "@/lib/buyer/checkout/delivery-limits";
import { getSold } from "@/lib/shop/catalog/vocabulary";

describe("an order that no supplier takes", () => {
  const limits = { min: 10, max: 1_000 };

  it.each([
    [
      "followers",
      [9],
      "An order takes at least 10 followers. Please choose a larger package or add a bundle.",
    ],
    [
      "followers",
      [1_001],
      "An order takes at most 1,000 followers. Please choose a smaller package or remove a bundle.",
    ],
    ["likes", [500, 9], "Each post takes at least 10 likes. Please choose fewer posts or add more likes."],
    [
      "views",
      [1_001, 500],
      "Each post takes at most 1,000 views. Please choose more posts or remove a bundle.",
    ],
  ] as const)("of %s with shares of %j is explained", (service, shares, message) => {
    expect(deliveryProblem(getSold("instagram", service), shares, limits)).toBe(message);
  });

  it("is any order with a share outside the limits, and no other", () => {
    const units = fc.integer({ min: 1, max: 2_000 });
    fc.assert(
      fc.property(fc.array(units, { minLength: 1 }), (shares) => {
        const isFine = shares.every((share) => share >= limits.min && share <= limits.max);
        expect(deliveryProblem(getSold("instagram", "likes"), shares, limits) === null).toBe(isFine);
      }),
    );
  });
});
