import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emulatedPlatforms, emulatedServices } from "@/lib/local/emulated";
import { addOnsFor, lowestPrice, packagesFor, surfaces } from "@/lib/shop/catalog/catalog";
import { firstCatalog } from "@/lib/shop/catalog/first-catalog";
import { maxAddOnCount, priceOrder } from "@/lib/shop/catalog/price-order";

const base = {
  platform: "instagram",
  service: "followers",
  unit: { one: "follower", many: "followers" },
  surface: "checkout",
  packageId: "followers-100",
  addOns: [],
} as const;

describe("the lowest price", () => {
  it("is that of the cheapest package, and null when none is on sale", () => {
    expect(lowestPrice(packagesFor(firstCatalog, "instagram", "followers"))).toBe(229);
    expect(lowestPrice([])).toBeNull();
  });
});

describe("the price of an order", () => {
  it.each([
    ["followers-100", 229],
    ["followers-1000", 1349],
    ["followers-5000", 7500],
    ["likes-50", 129],
    ["likes-100", 249],
    ["likes-1000", 1149],
    ["views-500", 119],
    ["views-5000", 699],
    ["views-10000", 2499],
  ])("of %s alone is %i cents", (packageId, totalCents) => {
    const service = emulatedServices.find((name) => packageId.startsWith(name)) ?? "followers";
    expect(priceOrder(firstCatalog, { ...base, service, packageId, addOns: [] })?.totalCents).toBe(
      totalCents,
    );
  });

  it("adds the add-ons' units and cents", () => {
    const priced = priceOrder(firstCatalog, {
      ...base,
      addOns: [{ id: "checkout-followers-500", count: 2 }],
    });
    expect(priced).toMatchObject({ quantity: 1_100, totalCents: 229 + 2 * 374 });
    expect(priced?.lines.map((line) => line.label)).toEqual(["100 followers", "+500 followers"]);
  });

  it.each([
    ["another service's package", { packageId: "likes-50" }],
    ["an unknown package", { packageId: "followers-101" }],
    ["a package named like an object's own property", { packageId: "__proto__" }],
    ["another page's add-on", { addOns: [{ id: "post-selection-likes-500", count: 1 }] }],
    ["another service's add-on", { addOns: [{ id: "checkout-likes-500", count: 1 }] }],
    [
      "an add-on named twice",
      {
        addOns: [
          { id: "checkout-followers-500", count: 1 },
          { id: "checkout-followers-500", count: 1 },
        ],
      },
    ],
    ["no add-on at all", { addOns: [{ id: "checkout-followers-500", count: 0 }] }],
    ["half an add-on", { addOns: [{ id: "checkout-followers-500", count: 0.5 }] }],
    ["more than ten of one", { addOns: [{ id: "checkout-followers-500", count: 11 }] }],
  ])("does not exist for %s", (_, change) => {
    expect(priceOrder(firstCatalog, { ...base, addOns: [], ...change })).toBeNull();
  });

  it("has a part for another service's units, which are not the order's own", () => {
    const unit = { one: "follower", many: "followers" };
    const sold = { service: "followers", variant: "standard", target: "profile", label: "Followers" };
    const extra = { ...sold, unit, counter: "followers", max: 1_000 };
    const [first, ...others] = firstCatalog.addOns;
    if (!first) throw new Error("the first catalogue has add-ons");
    const offer = { surface: "post-selection", service: "likes", variant: "standard" } as const;
    const small = { ...first, ...offer, id: "small", quantity: 250, priceCents: 299, extra };
    const large = { ...small, id: "large", quantity: 500, priceCents: 499 };
    const catalog = { ...firstCatalog, addOns: [small, large, ...others] };
    const likes = { ...base, service: "likes", packageId: "likes-100", surface: "post-selection" } as const;
    const choose = (...addOns: { id: string; count: number }[]) => priceOrder(catalog, { ...likes, addOns });
    expect(choose({ id: "small", count: 2 }, { id: "large", count: 1 })).toMatchObject({
      quantity: 1_100,
      ownQuantity: 100,
      totalCents: 249 + 2 * 299 + 499,
      extras: [{ ...sold, unit, counter: "followers", quantity: 1_000, cents: 1_097 }],
    });
    expect(
      choose({ id: "small", count: 3 }, { id: "large", count: 1 }),
      "more than suppliers take",
    ).toBeNull();
  });

  it("is the sum of its lines, in whole cents, for every order that can be composed", () => {
    const pages = fc.record({
      platform: fc.constantFrom(...emulatedPlatforms),
      service: fc.constantFrom(...emulatedServices),
      surface: fc.constantFrom(...surfaces),
    });
    const counted = ({ id }: { id: string }) =>
      fc.record({ id: fc.constant(id), count: fc.integer({ min: 1, max: maxAddOnCount }) });
    const orders = pages.chain((page) =>
      fc
        .record({
          package: fc.constantFrom(...packagesFor(firstCatalog, page.platform, page.service)),
          addOns: fc
            .subarray(addOnsFor(firstCatalog, page.surface, base.platform, page.service))
            .chain((chosen) => fc.tuple(...chosen.map(counted))),
        })
        .map(({ package: { id: packageId }, addOns }) => ({ ...page, packageId, addOns })),
    );
    fc.assert(
      fc.property(orders, (choice) => {
        const priced = priceOrder(firstCatalog, { ...base, ...choice });
        expect(priced?.totalCents).toBe(
          priced?.lines.reduce((sum, line) => sum + line.unitCents * line.count, 0),
        );
        expect(Number.isInteger(priced?.totalCents)).toBe(true);
        expect(priced?.quantity).toBeGreaterThan(0);
      }),
    );
  });
});
