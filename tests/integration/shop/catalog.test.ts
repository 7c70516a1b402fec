import { describe, expect, it } from "vitest";
import { listenTo } from "@/lib/base/db/listen";
import { listMargins } from "@/lib/operator/reporting/margins";
import { newPackageSchema, packageChangeSchema, variantFormSchema } from "@/lib/shop/catalog/catalog-forms";
import {
  addAddOn,
  addPackage,
  changeAddOn,
  changePackage,
  changeService,
} from "@/lib/shop/catalog/edit-document";
import { listPriceHistory } from "@/lib/shop/catalog/list-entries";
import { limitsFor, loadCatalog, loadUnitLimits } from "@/lib/shop/catalog/load-catalog";
import { readDocument } from "@/lib/shop/catalog/read-document";
import { changeCatalog } from "../../support/catalog";
import { useDatabase } from "../../support/database";
import { auditOf, orderFactory } from "../../support/factories";

const { database, db } = useDatabase();

const onSale = { variant: "standard", isActive: true, isPopular: false };

describe("a package", () => {
  it("that becomes cheaper leaves placed orders unchanged, keeps its history and notifies web processes", async () => {
    const order = await orderFactory(db(), { status: "pending", quantity: 100, priceCents: 229 });
    const told: string[] = [];
    const tell = (payload: string) => told.push(payload);
    const listening = await listenTo(database.current.url, "catalog_changed", tell);
    const number = await changeCatalog(db(), (document) =>
      changePackage(document, "followers-100", { priceCents: 199 }),
    );
    await expect.poll(() => told).toContain("packages");
    await listening.close();
    const { packages } = await loadCatalog(db());
    expect(packages.find(({ id }) => id === "followers-100")).toMatchObject({ priceCents: 199 });
    const after = await db().order.findUniqueOrThrow({ where: { id: order.id } });
    expect(after).toMatchObject({ priceTotalCents: 229, packageId: "followers-100" });
    const history = await listPriceHistory(db(), "followers-100");
    expect(history.map(({ priceCents }) => priceCents)).toEqual([199, 229]);
    const entries = await auditOf(db(), `version-${number}`);
    expect(entries.map(({ action, after }) => ({ action, after }))).toEqual([
      {
        action: "catalogue.published",
        after: { changes: ["Instagram and TikTok Followers: 100: $1.99 instead of $2.29"] },
      },
    ]);
  });

  it("that is hidden is off sale, and still listed in the admin area", async () => {
    await changeCatalog(db(), (document) => changePackage(document, "likes-1000", { isActive: false }));
    expect((await loadCatalog(db())).packages.map(({ id }) => id)).not.toContain("likes-1000");
    const listed = (await readDocument(db())).packages.find(({ id }) => id === "likes-1000");
    expect(listed).toMatchObject({ isActive: false });
  });

  it("that is new comes after the others", async () => {
    const sold = { service: "views", quantity: 25_000, platforms: ["tiktok"] };
    const entry = { ...onSale, ...sold, priceCents: 4000, originalCents: 4000 };
    await changeCatalog(db(), (document) => addPackage(document, entry));
    expect((await loadCatalog(db())).packages.at(-1)).toMatchObject({ id: "views-25000" });
  });
});

describe("the form of a package", () => {
  const form = { priceCents: "13.49", originalCents: "17.99", "for.instagram": "on" };
  it.each<[string, object, string]>([
    ["a price of nothing", { priceCents: "0.00" }, "priceCents"],
    ["a price in words", { priceCents: "cheap" }, "priceCents"],
    ["a third of a cent", { priceCents: "1.333" }, "priceCents"],
    ["a negative price", { priceCents: "-1" }, "priceCents"],
    ["an original price below the price", { originalCents: "13.48" }, "originalCents"],
    ["no platform", { "for.instagram": undefined }, "platforms"],
  ])("refuses %s", (_, change, field) => {
    const parsed = packageChangeSchema.safeParse({ ...form, ...change });
    expect(parsed.error?.issues[0]?.path).toEqual([field]);
  });

  it("reads dollars as cents and ticks as platforms", () => {
    expect(packageChangeSchema.parse(form)).toEqual({
      priceCents: 1349,
      originalCents: 1799,
      platforms: ["instagram"],
      isPopular: false,
      isActive: false,
    });
    expect(packageChangeSchema.parse({ ...form, originalCents: "" })).toMatchObject({ originalCents: 1349 });
    expect(newPackageSchema.safeParse({ ...form, service: "likes", quantity: "0" }).success).toBe(false);
    // Stripe takes no payment below fifty cents.
    expect(packageChangeSchema.safeParse({ ...form, priceCents: "0.49" }).success).toBe(false);
  });
});

describe("an add-on", () => {
  it("is changed and hidden only on its own page", async () => {
    await changeCatalog(db(), (document) => changeAddOn(document, "checkout-likes-500", { priceCents: 300 }));
    const { addOns } = await loadCatalog(db());
    expect(addOns.find(({ id }) => id === "checkout-likes-500")?.priceCents).toBe(300);
    expect(addOns.find(({ id }) => id === "post-selection-likes-500")?.priceCents).toBe(140);
    await changeCatalog(db(), (document) => changeAddOn(document, "checkout-likes-500", { isActive: false }));
    expect((await loadCatalog(db())).addOns.map(({ id }) => id)).not.toContain("checkout-likes-500");
  });

  it("that is new is named by its page", async () => {
    const place = { surface: "reel-selection", service: "views" } as const;
    const { isPopular: _, ...sold } = onSale;
    const entry = {
      ...sold,
      ...place,
      platforms: ["tiktok"],
      quantity: 777,
      priceCents: 100,
      originalCents: 120,
    };
    await changeCatalog(db(), (document) => addAddOn(document, entry));
    expect((await loadCatalog(db())).addOns.at(-1)).toMatchObject({ id: "reel-selection-views-777" });
  });
});

describe("a service as customers see it", () => {
  describe("has numbers", () => {
    const form = {
      slug: "standard",
      label: "Standard",
      name: "TikTok likes",
      description: "Likes.",
      pricePer1000Cents: "9.99",
      deliveryTime: "2 hours",
      minQuantity: "20",
      maxQuantity: "2000",
      refillDays: "0",
    };
    it("of which 0 is one", () => {
      expect(variantFormSchema.parse(form)).toMatchObject({ minQuantity: 20, refillDays: 0 });
    });

    const typed = (...rows: [string, string][]) =>
      JSON.stringify(rows.map(([from, per1000]) => ({ from, per1000 })));
    it("and a price by amount, in dollars per 1,000 with three decimals, whose empty rows go", () => {
      const rows = typed(["1", "15"], ["1001", "13.125"], ["", " "]);
      expect(variantFormSchema.parse({ ...form, priceSteps: rows }).priceSteps).toEqual([
        { from: 1, microsPerUnit: 15_000 },
        { from: 1_001, microsPerUnit: 13_125 },
      ]);
      expect(variantFormSchema.parse({ ...form, priceSteps: "[]" }).priceSteps).toBeUndefined();
    });

    it.each<[[string, string], (string | number)[]]>([
      [
        ["0", "1"],
        ["priceSteps", 0, "from"],
      ],
      [
        ["", "1"],
        ["priceSteps", 0, "from"],
      ],
      [
        ["1", ""],
        ["priceSteps", 0, "per1000"],
      ],
      [
        ["1", "0"],
        ["priceSteps", 0, "per1000"],
      ],
      [
        ["1", "1.0001"],
        ["priceSteps", 0, "per1000"],
      ],
    ])("and not %j as a row of it", (row, path) => {
      const { error } = variantFormSchema.safeParse({ ...form, priceSteps: typed(row) });
      expect(error?.issues.map((issue) => issue.path)).toEqual([path]);
    });

    it.each(["minQuantity", "maxQuantity", "refillDays"])("and not 0 for an empty %s", (field) => {
      const { error } = variantFormSchema.safeParse({ ...form, [field]: "" });
      expect(error?.issues.map(({ path }) => path)).toEqual([[field]]);
    });
  });

  it("can be changed, and is not on sale while no supplier is mapped to it", async () => {
    const where = { platform: "tiktok", serviceType: "likes" } as const;
    const service = await db().smmService.findFirstOrThrow({ where });
    const change = {
      name: "TikTok likes",
      description: "Likes for your videos.",
      pricePer1000Cents: 999,
      minQuantity: 20,
      maxQuantity: 2_000,
      deliveryTime: "2 hours",
      refillDays: 30,
    };
    await db().serviceMapping.updateMany({ where: { smmServiceId: service.id }, data: { isActive: false } });
    await changeCatalog(db(), (document) =>
      changeService(document, { platform: "tiktok", service: "likes" }, (held) => ({
        ...held,
        variants: held.variants.map((variant) => ({ ...variant, ...change })),
      })),
    );
    expect(limitsFor(await loadUnitLimits(db()), "tiktok", "likes")).toEqual({});
    const { packages } = await loadCatalog(db());
    const likes = packages.filter((entry) => entry.service === "likes");
    expect(new Set(likes.flatMap(({ platforms }) => platforms))).toEqual(new Set(["instagram"]));
    const margins = await listMargins(db());
    const unmapped = margins.filter((row) => row.platform === "tiktok" && row.service === "likes");
    expect(unmapped.length).toBeGreaterThan(0);
    expect(unmapped.every((row) => row.ratePer1000 === null)).toBe(true);
  });
});

describe("margins", () => {
  it("are computed with the rate of the supplier that comes first now", async () => {
    const [first, second] = await db().serviceMapping.findMany({
      where: { smmService: { platform: "instagram", serviceType: "followers" } },
      include: { supplierService: { include: { supplier: true } } },
      orderBy: { preference: "asc" },
    });
    const find = async () =>
      (await listMargins(db())).find((row) => row.id === "followers-1000" && row.platform === "instagram");
    const best = { supplierName: first?.supplierService.supplier.name, kind: "package" };
    expect(await find()).toMatchObject(best);
    const next = {
      supplierName: second?.supplierService.supplier.name,
      ratePer1000: second?.supplierService.ratePer1000.toFixed(7),
    };
    // An import gave the first one's service a type that the shop doesn't buy.
    const service = { id: first?.supplierServiceId ?? "" };
    await db().supplierService.update({ where: service, data: { type: "Custom Comments" } });
    expect(await find()).toMatchObject(next);
    await db().supplierService.update({ where: service, data: { type: "Default" } });
    expect(await find()).toMatchObject(best);
    const where = { id: first?.supplierService.supplierId ?? "" };
    await db().supplier.update({ where, data: { isActive: false } });
    expect(await find()).toMatchObject(next);
  });
});
