import { describe, expect, it } from "vitest";
import type { Prisma } from "@/lib/base/db/generated/client";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { isPackageOnSale, limitsFor, loadCatalog, loadUnitLimits } from "@/lib/shop/catalog/load-catalog";
import { codeOf, textOf } from "../../support/database";
import { likesOrder } from "../../support/purchase";
import { newGuest, useShopAtStripe } from "../../support/shop";

const { db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const { create } = shop;
const orderCount = () => db().order.count();

describe("an order", () => {
  it("is stored with its lines, its price and its attempt, and its page at Stripe has the same sum", async () => {
    const created = await create({
      username: " @WanderWithMara ",
      email: "Buyer@Example.com",
      addOns: [{ id: "checkout-followers-500", count: 2 }],
      quantity: 1100,
      price: 9.77,
    });
    const order = await shop.order(created.orderId);
    expect(order).toMatchObject({
      status: "pending",
      paymentStatus: "unpaid",
      username: "wanderwithmara",
      email: "buyer@example.com",
      postUrl: "https://www.instagram.com/wanderwithmara/",
      quantity: 1100,
      priceTotalCents: 977,
      paidCents: 0,
      surface: "checkout",
      lines: [
        { kind: "package", label: "100 followers", count: 1, unitCents: 229, amountCents: 229 },
        { kind: "add_on", label: "+500 followers", count: 2, unitCents: 374, amountCents: 748 },
      ],
      attempts: [{ number: 1, status: "open", amountCents: 977, currency: "usd", url: created.url }],
    });
    expect(created.orderUrl).toBe(`/order/${order.token}`);
    const [session] = await stripe.sessionsOf(created.orderId);
    expect(session).toMatchObject({
      amount_total: 977,
      customer_email: "buyer@example.com",
      client_reference_id: created.orderId,
      metadata: { order_id: created.orderId, attempt: "1" },
      success_url: "http://127.0.0.1:3000/success?session_id={CHECKOUT_SESSION_ID}",
      cancel_url: `http://127.0.0.1:3000/order/${order.token}?canceled=1`,
    });
    const openMs = (session?.expires_at ?? 0) * 1000 - (order.attempts[0]?.createdAt.getTime() ?? 0);
    expect(openMs).toBeCloseTo(45 * 60_000, -4);
  });

  it("keeps a guest's secret only as a hash", async () => {
    const guest = newGuest();
    const { orderId } = await create({}, guest);
    const order = await shop.order(orderId);
    expect(order.guestKeyHash).toMatch(/^[0-9a-f]{64}$/);
    expect(textOf(order)).not.toContain(guest.guestKey);
  });
});

describe("a price", () => {
  it.each([
    ["0.01", { price: 0.01 }],
    ["the right price as text", { price: "2.29" }],
    ["right, for a quantity that was changed", { quantity: 100_000 }],
    [
      "right, with an add-on that was left out of it",
      { addOns: [{ id: "checkout-followers-500", count: 1 }] },
    ],
    ["of an unknown package", { packageId: "followers-101", quantity: 101 }],
  ])("that is %s is refused and nothing is stored", async (_, changes) => {
    const before = await orderCount();
    await expect(create(changes)).rejects.toMatchObject({
      code: "invalid_pricing",
      userMessage: "Invalid package pricing",
    });
    expect(await orderCount()).toBe(before);
  });

  it("of a package that is no longer sold is refused", async () => {
    await db().package.update({ where: { id: "followers-1000" }, data: { isActive: false } });
    const changes = { packageId: "followers-1000", quantity: 1000, price: 13.49 };
    expect(await codeOf(create(changes))).toBe("invalid_pricing");
    await db().package.update({ where: { id: "followers-1000" }, data: { isActive: true } });
    expect((await create(changes)).url).toContain("/checkout/");
  });
});

describe("a profile", () => {
  it.each([
    ["demo_missing", "profile_not_found"],
    ["demo_private", "profile_private"],
    ["a b", "invalid_username"],
  ])("%j is refused with %s and nothing is stored", async (username, code) => {
    const before = await orderCount();
    await expect(create({ username })).rejects.toMatchObject({ code });
    expect(await orderCount()).toBe(before);
  });
});

describe("posts", () => {
  const post = (postId: string, likesToAdd: number, more: object = {}) => ({ postId, likesToAdd, ...more });

  async function ownPosts() {
    const posts = await listPosts(shop.deps().social, "instagram", "wanderwithmara");
    const [first, second, third] = posts;
    if (!first || !second || !third) throw new Error("the emulator's account has posts");
    return { first, second, third };
  }

  it("share the rest evenly, the first ones taking the odd units, and get links made by the shop", async () => {
    const { first, second, third } = await ownPosts();
    const selectedPosts = [post(first.id, 50), post(second.id, 20), post(third.id, 10)];
    const { orderId } = await create({ ...likesOrder, selectedPosts });
    const { selectedPosts: stored, surface } = await shop.order(orderId);
    expect(surface).toBe("post-selection");
    expect(stored).toMatchObject([
      { postId: first.id, quantity: 57, postUrl: first.permalink },
      { postId: second.id, quantity: 27, postUrl: second.permalink },
      { postId: third.id, quantity: 16, postUrl: third.permalink },
    ]);
  });

  it("whose caption is cut beside an emoji can be ordered", async () => {
    const { first } = await ownPosts();
    const caption = `${"x".repeat(199)}💩`;
    await db().$executeRaw`
      UPDATE social_cache SET value = jsonb_set(value, '{posts,0,caption}', to_jsonb(${`${caption}more`}::text))
      WHERE key LIKE 'posts%wanderwithmara'`;
    const { orderId } = await create({ ...likesOrder, selectedPosts: [post(first.id, 100)] });
    expect((await shop.order(orderId)).selectedPosts).toMatchObject([{ caption }]);
  });

  it.each<[string, (ids: string[], foreign: string) => object[]]>([
    ["none is chosen", () => []],
    ["more is allocated than was bought", ([a = "", b = ""]) => [post(a, 60), post(b, 41)]],
    ["one is chosen twice", ([a = ""]) => [post(a, 10), post(a, 10)]],
    ["one is unknown", () => [post("no_such_post", 100)]],
    ["one is another profile's", (_, foreign) => [post(foreign, 100)]],
    [
      "one's address is another's",
      ([a = ""]) => [post(a, 100, { postUrl: "https://www.instagram.com/p/other/" })],
    ],
    ["one gets more than any supplier takes", ([a = ""]) => [post(a, 2_000_000)]],
  ])("are refused when %s", async (_, choose) => {
    const { first, second } = await ownPosts();
    const before = await orderCount();
    const [foreign] = await listPosts(shop.deps().social, "instagram", "luma.ceramics");
    const selectedPosts = choose([first.id, second.id], foreign?.id ?? "");
    expect(await codeOf(create({ ...likesOrder, selectedPosts }))).toBe("invalid_posts");
    expect(await orderCount()).toBe(before);
  });

  it("that get less than the supplier's smallest order are refused before anything is paid", async () => {
    const { first, second } = await ownPosts();
    await db().supplierService.updateMany({ data: { minQuantity: 60 } });
    const selectedPosts = [post(first.id, 50), post(second.id, 50)];
    const refusal = expect(create({ ...likesOrder, selectedPosts })).rejects;
    await refusal.toMatchObject({ code: "invalid_posts", userMessage: expect.stringContaining("60") });
    await db().supplierService.updateMany({ data: { minQuantity: 1 } });
  });

  it("are refused for followers, which go to the profile", async () => {
    const { first } = await ownPosts();
    const selectedPosts = [post(first.id, 100)];
    expect(await codeOf(create({ selectedPosts }))).toBe("invalid_posts");
  });
});

describe("followers that the supplier that is asked first does not take", () => {
  it("are sold while the next one takes them, and refused for a gap between the two", async () => {
    const [first, second] = await mappedFollowers();
    await limit(first, { minQuantity: 500 });
    try {
      await limit(second, { minQuantity: 10, maxQuantity: 499 });
      expect(await create()).toMatchObject({ orderId: expect.any(String) });
      await limit(second, { minQuantity: 10, maxQuantity: 498 });
      expect(await codeOf(create())).toBe("not_deliverable");
    } finally {
      await limit(first, first);
      await limit(second, second);
    }
  });
});

describe("limits that a supplier names", () => {
  it.each([
    ["as large as they can be", 1, 2_147_483_647, { standard: { min: 1, max: 2_147_483_647 } }],
    ["with a minimum above the maximum, which takes nothing", 500, 100, {}],
  ])("are read %s", async (_, minQuantity, maxQuantity, expected) => {
    const before = await mappedFollowers();
    for (const service of before) await limit(service, { minQuantity, maxQuantity });
    try {
      expect(limitsFor(await loadUnitLimits(db()), "instagram", "followers")).toEqual(expected);
    } finally {
      for (const service of before) await limit(service, service);
    }
  });
});

describe("a service that nobody delivers", () => {
  it.each([
    ["its mappings are stopped", () => db().serviceMapping.updateMany({ data: { isActive: false } })],
    ["its suppliers are paused", () => db().supplier.updateMany({ data: { isActive: false } })],
    [
      "its suppliers have no funds",
      () => db().supplier.updateMany({ data: { holdReason: "no_funds", holdUntil: new Date(0) } }),
    ],
  ])("is not on sale while %s", async (_, stop) => {
    const before = await orderCount();
    await stop();
    try {
      const refusal = { code: "not_deliverable", userMessage: expect.stringContaining("right now") };
      await expect(create()).rejects.toMatchObject(refusal);
      expect((await loadCatalog(db())).packages).toEqual([]);
      const target = { packageId: "followers-100", platform: "instagram", service: "followers" };
      expect(await isPackageOnSale(db(), target)).toBe(false);
      expect(await orderCount()).toBe(before);
    } finally {
      await db().serviceMapping.updateMany({ data: { isActive: true } });
      await db().supplier.updateMany({ data: { isActive: true, holdReason: null, holdUntil: null } });
    }
  });
});

describe("a package that leaves less than the least margin at the supplier that is asked first", () => {
  const target = { packageId: "followers-100", platform: "instagram", service: "followers" };
  const packageIds = async () =>
    (await loadCatalog(db())).packages
      .filter(({ platforms }) => platforms.includes("instagram"))
      .map(({ id }) => id);
  const rate = ({ id }: MappedService, ratePer1000: MappedService["ratePer1000"]) =>
    db().supplierService.update({ where: { id }, data: { ratePer1000 } });

  async function withRates(rates: [string, string], check: () => Promise<void>) {
    const mapped = await mappedFollowers();
    await db().supplier.updateMany({ data: { balanceCurrency: "USD" } });
    try {
      await rate(mapped[0], rates[0]);
      await rate(mapped[1], rates[1]);
      await check();
    } finally {
      for (const service of mapped) await rate(service, service.ratePer1000);
      await db().siteSetting.deleteMany({ where: { key: "leastMarginPercent" } });
    }
  }

  it.each([
    ["is sold at its cost", 0, ["22.9", "50"], true],
    ["is not sold below its cost", 0, ["22.9000001", "1"], false],
    ["is sold with just the least margin", 50, ["11.45", "1"], true],
    ["is not sold with less", 50, ["11.4500001", "1"], false],
  ] as const)("%s", async (_, leastMarginPercent, [first, second], isSold) => {
    await db().siteSetting.create({ data: { key: "leastMarginPercent", value: leastMarginPercent } });
    await withRates([first, second], async () => {
      expect((await packageIds()).includes("followers-100")).toBe(isSold);
      expect(await isPackageOnSale(db(), target)).toBe(isSold);
      if (isSold) expect(await create()).toMatchObject({ orderId: expect.any(String) });
      else expect(await codeOf(create())).toBe("not_deliverable");
    });
  });

  it("is sold while its supplier is paid in another currency, whose cost in dollars nobody knows", async () => {
    await withRates(["900", "1"], async () => {
      await db().supplier.updateMany({ data: { balanceCurrency: "RUB" } });
      expect(await packageIds()).toContain("followers-100");
    });
    await db().supplier.updateMany({ data: { balanceCurrency: null } });
  });

  it("is judged by the supplier that takes its quantity, not by one that takes larger orders only", async () => {
    await withRates(["900", "1"], async () => {
      const [first] = await mappedFollowers();
      await limit(first, { minQuantity: 101 });
      expect(await packageIds()).toContain("followers-100");
      expect(await packageIds()).not.toContain("followers-1000");
      await limit(first, first);
    });
  });

  it("takes its add-ons with it, each by its own price", async () => {
    await withRates(["7.48", "1"], async () => {
      const { addOns } = await loadCatalog(db());
      const sold = addOns.filter(
        ({ service, platforms }) => service === "followers" && platforms.includes("instagram"),
      );
      expect(sold.map(({ id }) => id)).toContain("checkout-followers-500");
    });
    await withRates(["7.4800001", "1"], async () => {
      const { addOns } = await loadCatalog(db());
      const sold = addOns.filter(
        ({ service, platforms }) => service === "followers" && platforms.includes("instagram"),
      );
      expect(sold.map(({ id }) => id)).not.toContain("checkout-followers-500");
      const addOn = { addOns: [{ id: "checkout-followers-500", count: 1 }], quantity: 600, price: 6.03 };
      expect(await codeOf(create(addOn))).toBe("invalid_pricing");
    });
  });
});

describe("followers that no supplier takes at once", () => {
  it.each([
    ["fewer than the smallest order", { minQuantity: 101 }, "at least 101 followers"],
    ["more than the largest order", { maxQuantity: 99 }, "at most 99 followers"],
  ])("are refused when they are %s", async (_, limits, words) => {
    const before = await db().supplierService.findMany();
    await db().supplierService.updateMany({ data: limits });
    try {
      await expect(create()).rejects.toMatchObject({
        code: "not_deliverable",
        userMessage: expect.stringContaining(words),
      });
      const { packages } = await loadCatalog(db());
      const isOffered = packages.some(
        ({ id, platforms }) => id === "followers-100" && platforms.includes("instagram"),
      );
      expect(isOffered).toBe(false);
    } finally {
      for (const { id, minQuantity, maxQuantity } of before)
        await db().supplierService.update({ where: { id }, data: { minQuantity, maxQuantity } });
    }
  });

  it("are refused by the limits of the next supplier, when an import gave the first one's service another type", async () => {
    const [first, second] = await mappedFollowers();
    await limit(first, { type: "Custom Comments" });
    await limit(second, { minQuantity: 101 });
    try {
      expect(limitsFor(await loadUnitLimits(db()), "instagram", "followers")).toMatchObject({
        standard: { min: 101 },
      });
      expect(await codeOf(create())).toBe("not_deliverable");
    } finally {
      await limit(first, first);
      await limit(second, second);
    }
  });
});

type MappedService = {
  id: string;
  type: string;
  minQuantity: number;
  maxQuantity: number;
  ratePer1000: Prisma.Decimal | string;
};

/** The suppliers' services for Instagram followers, the one that is asked first at the front. */
async function mappedFollowers(): Promise<[MappedService, MappedService]> {
  const mapped = await db().serviceMapping.findMany({
    where: { smmService: { platform: "instagram", serviceType: "followers" } },
    orderBy: { preference: "asc" },
    include: { supplierService: true },
  });
  const [first, second] = mapped.map((mapping) => mapping.supplierService);
  if (!first || !second) throw new Error("two suppliers are mapped");
  return [first, second];
}

const limit = ({ id }: MappedService, { type, minQuantity, maxQuantity }: Partial<MappedService>) =>
  db().supplierService.update({ where: { id }, data: { type, minQuantity, maxQuantity } });
