import { beforeAll, describe, expect, it } from "vitest";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { centsOf, customIdOf } from "@/lib/shop/catalog/custom-amount";
import type { VariantEntry } from "@/lib/shop/catalog/document";
import { changeService } from "@/lib/shop/catalog/edit-document";
import { isPackageOnSale, loadCatalog } from "@/lib/shop/catalog/load-catalog";
import { readDocument } from "@/lib/shop/catalog/read-document";
import { refreshVocabulary } from "@/lib/shop/catalog/vocabulary";
import { changeCatalog } from "../../support/catalog";
import { codeOf } from "../../support/database";
import { useShopAtStripe } from "../../support/shop";

const { db, shop } = useShopAtStripe();
shop.checkAfterEach();

const followersSteps = [
  { from: 1, microsPerUnit: 25_000 },
  { from: 101, microsPerUnit: 15_000 },
];
// So cheap that a unit is no cent: amounts are multiples of five.
const likesSteps = [
  { from: 1, microsPerUnit: 40_000 },
  { from: 501, microsPerUnit: 2_000 },
];

const sell = (service: string, change: Partial<VariantEntry>) =>
  changeCatalog(db(), (document) =>
    changeService(document, { platform: "instagram", service }, (held) => ({
      ...held,
      variants: held.variants.map((variant) => ({ ...variant, ...change })),
    })),
  );

beforeAll(async () => {
  await sell("followers", { priceSteps: followersSteps, minQuantity: 30, maxQuantity: 20_000 });
  await sell("likes", { priceSteps: likesSteps, minQuantity: 20 });
  await refreshVocabulary(db());
});

/** The changes in the body of an order of so many followers. */
const amount = (quantity: number, changes: object = {}) => ({
  packageId: customIdOf({ service: "followers", variant: "standard" }, quantity),
  quantity,
  price: centsOf(followersSteps, quantity) / 100,
  ...changes,
});

describe("an order of an amount", () => {
  it("is paid at the price of its steps, and its item has its units and the days of its quality", async () => {
    const { orderId } = await shop.placePaid(amount(1_250));
    const order = await shop.order(orderId);
    expect(order).toMatchObject({
      packageId: "followers-custom-standard-1250",
      variant: "standard",
      quantity: 1_250,
      priceTotalCents: 1_975,
      paidCents: 1_975,
      lines: [{ kind: "package", label: "1,250 followers", quantity: 1_250, count: 1, amountCents: 1_975 }],
    });
    const items = await db().fulfillmentItem.findMany({ where: { orderId } });
    const service = await db().smmService.findFirstOrThrow({
      where: { platform: "instagram", serviceType: "followers" },
    });
    expect(items).toMatchObject([{ quantity: 1_250, variant: "standard", refillDays: service.refillDays }]);
  });

  it("takes add-ons as a package does", async () => {
    const changes = { addOns: [{ id: "checkout-followers-500", count: 1 }] };
    const { orderId } = await shop.create(amount(200, { ...changes, quantity: 700, price: 4 + 3.74 }));
    expect(await shop.order(orderId)).toMatchObject({ quantity: 700, priceTotalCents: 774 });
  });

  it("for posts is shared among them", async () => {
    const [first, second] = await listPosts(shop.deps().social, "instagram", "wanderwithmara");
    const { orderId } = await shop.create({
      serviceType: "likes",
      packageId: "likes-custom-standard-155",
      quantity: 155,
      price: 6.2,
      selectedPosts: [
        { postId: first?.id, likesToAdd: 20 },
        { postId: second?.id, likesToAdd: 20 },
      ],
    });
    expect((await shop.order(orderId)).selectedPosts).toMatchObject([{ quantity: 78 }, { quantity: 77 }]);
  });

  it.each([
    ["below the minimum", 29, "Choose at least 30 followers."],
    ["above the maximum", 20_001, "Choose at most 20,000 followers."],
  ])("%s is refused with what to choose, and nothing is stored", async (_, quantity, userMessage) => {
    const before = await db().order.count();
    await expect(shop.create(amount(quantity))).rejects.toMatchObject({
      code: "not_deliverable",
      userMessage,
    });
    expect(await db().order.count()).toBe(before);
  });

  it("between two steps is refused with what to choose", async () => {
    const changes = {
      serviceType: "likes",
      packageId: "likes-custom-standard-52",
      quantity: 52,
      price: 2.08,
    };
    await expect(shop.create(changes)).rejects.toMatchObject({
      code: "not_deliverable",
      userMessage: "Choose a multiple of 5, such as 50.",
    });
  });

  it.each([
    ["a cent less", amount(1_250, { price: 19.74 })],
    ["another amount's price", amount(1_250, { price: 19.76 })],
    ["fewer units than the price is for", amount(1_250, { quantity: 1_249 })],
    ["an amount that is no number", { ...amount(1_250), packageId: "followers-custom-standard-1e3" }],
    ["a leading zero", { ...amount(1_250), packageId: "followers-custom-standard-01250" }],
  ])("with %s is refused", async (_, changes) => {
    await expect(shop.create(changes)).rejects.toMatchObject({ code: "invalid_pricing" });
  });

  it.each([
    ["a quality that there is not", "followers-custom-premium-1250"],
    ["another platform's amount", "followers-custom-standard-1250"],
  ])("of %s is not on sale", async (_, packageId) => {
    const platform = packageId.includes("premium") ? "instagram" : "tiktok";
    await expect(shop.create(amount(1_250, { packageId, platform }))).rejects.toMatchObject({
      code: "not_deliverable",
      userMessage: expect.stringContaining("can't be ordered right now"),
    });
  });
});

describe("the amounts on sale", () => {
  const offered = async (service = "followers") =>
    (await loadCatalog(db())).amounts.find((entry) => entry.service === service);
  const rate = (ratePer1000: string, currency: string | null) =>
    db().$transaction(async (tx) => {
      const services = await tx.supplierService.findMany({
        where: {
          mappings: { some: { smmService: { platform: "instagram", serviceType: "followers" } } },
        },
      });
      for (const { id } of services)
        await tx.supplierService.update({ where: { id }, data: { ratePer1000 } });
      await tx.supplier.updateMany({ data: { balanceCurrency: currency } });
      return services;
    });

  it("are those that both the quality and its suppliers take, in steps of whole cents", async () => {
    expect(await offered()).toMatchObject({ min: 30, max: 20_000, step: 1, priceSteps: followersSteps });
    expect(await offered("likes")).toMatchObject({ min: 20, step: 5 });
    await db().supplierService.updateMany({ data: { minQuantity: 33, maxQuantity: 5_002 } });
    expect(await offered()).toMatchObject({ min: 33, max: 5_002 });
    expect(await offered("likes")).toMatchObject({ min: 35, max: 5_000 });
    await db().supplierService.updateMany({ data: { minQuantity: 1, maxQuantity: 1_000_000 } });
  });

  it("end where the dearest supplier's price would be above theirs, and an order beyond is refused", async () => {
    const target = { platform: "instagram", service: "followers" };
    const isOnSale = (quantity: number) =>
      isPackageOnSale(db(), { ...target, packageId: amount(quantity).packageId });
    const before = await rate("16", "USD");
    try {
      // A hundred units earn $0.90, and each one more loses $0.001.
      expect(await offered()).toMatchObject({ min: 30, max: 1_000 });
      expect([await isOnSale(1_000), await isOnSale(1_001)]).toEqual([true, false]);
      expect((await shop.create(amount(1_000))).url).toContain("/checkout/");
      await expect(shop.create(amount(1_001))).rejects.toMatchObject({
        code: "not_deliverable",
        userMessage: "Choose at most 1,000 followers.",
      });
      await rate("26", "USD");
      expect(await offered()).toBeUndefined();
      await expect(shop.create(amount(100))).rejects.toMatchObject({
        code: "not_deliverable",
        userMessage: expect.stringContaining("can't be ordered right now"),
      });
      // A hundred cost $2.29 as a package, which is less than $2.60 too.
      expect(await codeOf(shop.create())).toBe("not_deliverable");
      // Nothing is known of the cost in dollars.
      await rate("26", "EUR");
      expect(await offered()).toMatchObject({ max: 20_000 });
    } finally {
      for (const { id, ratePer1000 } of before)
        await db().supplierService.update({ where: { id }, data: { ratePer1000 } });
      await db().supplier.updateMany({ data: { balanceCurrency: null } });
    }
  });

  it("are none while nobody delivers the service", async () => {
    await db().serviceMapping.updateMany({ data: { isActive: false } });
    expect((await loadCatalog(db())).amounts).toEqual([]);
    await expect(shop.create(amount(100))).rejects.toMatchObject({ code: "not_deliverable" });
    await db().serviceMapping.updateMany({ data: { isActive: true } });
  });
});

describe("two qualities of one service", () => {
  const premiumSteps = [{ from: 1, microsPerUnit: 50_000 }];
  const premium = (quantity: number) => ({
    packageId: customIdOf({ service: "followers", variant: "premium" }, quantity),
    quantity,
    price: centsOf(premiumSteps, quantity) / 100,
  });

  it("have their own amounts, limits, suppliers and days of refills, and a catalogue names both", async () => {
    await changeCatalog(db(), (document) =>
      changeService(document, { platform: "instagram", service: "followers" }, (service) => {
        const [standard] = service.variants;
        if (!standard) throw new Error("it has one");
        const facts = { slug: "premium", label: "Premium", refillDays: 90, priceSteps: premiumSteps };
        return { ...service, variants: [standard, { ...standard, ...facts }] };
      }),
    );
    await refreshVocabulary(db());
    const catalog = await loadCatalog(db());
    expect(catalog.qualities).toMatchObject([
      { platform: "instagram", service: "followers", variant: "standard", label: "Standard" },
      { platform: "instagram", service: "followers", variant: "premium", label: "Premium", refillDays: 90 },
    ]);
    // Packages are listed once, in their own quality, and what nobody delivers is not on sale.
    const ids = catalog.packages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(catalog.amounts.map(({ service, variant }) => `${service} ${variant}`).sort()).toEqual([
      "followers standard",
      "likes standard",
    ]);
    await expect(shop.create(premium(200))).rejects.toMatchObject({ code: "not_deliverable" });

    const ours = await db().smmService.findFirstOrThrow({ where: { variant: "premium" } });
    const theirs = await db().supplierService.findFirstOrThrow({
      where: { mappings: { some: { smmService: { platform: "instagram", serviceType: "followers" } } } },
    });
    await db().serviceMapping.create({
      data: { smmServiceId: ours.id, supplierServiceId: theirs.id, preference: 1 },
    });
    const { orderId } = await shop.placePaid(premium(200));
    expect(await shop.order(orderId)).toMatchObject({
      variant: "premium",
      priceTotalCents: 1_000,
      lines: [{ label: "200 followers (Premium)" }],
    });
    const items = await db().fulfillmentItem.findMany({ where: { orderId } });
    expect(items).toMatchObject([{ variant: "premium", refillDays: 90 }]);
    expect((await readDocument(db())).platforms[0]?.services[0]?.variants[1]).toMatchObject({
      slug: "premium",
      priceSteps: premiumSteps,
    });
  });
});
