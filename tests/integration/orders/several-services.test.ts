import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { decideDrops } from "@/lib/buyer/requests/decide-request";
import { countTargets } from "@/lib/delivery/counts/count-targets";
import { listPosts } from "@/lib/delivery/social/list-posts";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { listMargins } from "@/lib/operator/reporting/margins";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import { addAddOn } from "@/lib/shop/catalog/edit-document";
import { loadCatalog } from "@/lib/shop/catalog/load-catalog";
import { refreshVocabulary } from "@/lib/shop/catalog/vocabulary";
import { changeCatalog } from "../../support/catalog";
import { codeOf } from "../../support/database";
import { renderOrderPage } from "../../support/order-page";
import { likesOrder } from "../../support/purchase";
import { useRequests } from "../../support/requests";
import { followersBesideLikes } from "../../support/vocabulary";

const { db, shop, deps, name, submit, ask, say, lastOf, count, letPass } = useRequests();

const extraId = "post-selection-likes-followers-250";

beforeAll(async () => {
  await changeCatalog(db(), (document) => addAddOn(document, followersBesideLikes));
  await refreshVocabulary(db());
});

beforeEach(() => db().supplierService.updateMany({ data: { canRefill: false } }));

/** The body of 100 likes for one post ($2.49) and 500 followers for its account ($5.98). */
async function body(changes: object = {}) {
  const [post] = await listPosts(deps().social, "instagram", name);
  return {
    ...likesOrder,
    username: name,
    selectedPosts: [{ postId: post?.id, likesToAdd: 100 }],
    addOns: [{ id: extraId, count: 2 }],
    quantity: 600,
    price: 8.47,
    ...changes,
  };
}

const place = async (changes: object = {}) => shop.placePaid(await body(changes));

/** Both items, taken by their suppliers. */
async function sent() {
  const placed = await place();
  const [likes, followers] = (await shop.order(placed.orderId)).items;
  if (!likes || !followers) throw new Error("an order of two services has two items");
  for (const { id } of [likes, followers]) await submit(id);
  return { ...placed, likes: likes.id, followers: followers.id };
}

describe("an order with an extra", () => {
  it("is named after both services, and each has its own item, price and words", async () => {
    const { orderId, token } = await place();
    const order = await shop.order(orderId);
    expect(order).toMatchObject({
      serviceType: "likes",
      serviceLabel: "Likes and Followers",
      unitMany: "likes and followers",
      quantity: 600,
      priceTotalCents: 847,
      paidCents: 847,
      parts: [
        { service: "likes", quantity: 100, cents: 249 },
        { service: "followers", quantity: 500, cents: 598, counter: "followers" },
      ],
      lines: [{ label: "100 likes" }, { label: "+250 followers", count: 2, amountCents: 598 }],
      items: [
        { serviceType: "likes", quantity: 100 },
        { serviceType: "followers", quantity: 500, postId: null, link: order.postUrl },
      ],
    });
    const { text: page } = await renderOrderPage(db(), token);
    expect(page).toContain("600 likes and followers");
    expect(page).toContain("0 of 500 followers");
    expect(page).toContain("0 of 100 likes");
  });

  it("pays back the price of the followers alone when only these don't arrive", async () => {
    const { orderId, likes, followers } = await sent();
    await say(likes, { status: "Completed" });
    await say(followers, { status: "Canceled", remains: 500 });
    expect(await shop.order(orderId)).toMatchObject({ status: "partial", owed: { units: 500, cents: 598 } });
    await refundUndelivered(db(), orderId);
    expect(await shop.sendRefunds(orderId)).toEqual([598]);
  });

  it("pays back each service's own price for what is missing of it, and shows administrators the same", async () => {
    const { orderId, likes, followers } = await sent();
    await say(likes, { status: "Partial", remains: 50 });
    await say(followers, { status: "Partial", remains: 100 });
    // Half of $2.49, rounded up, and a fifth of $5.98.
    expect(await shop.order(orderId)).toMatchObject({ owed: { units: 150, cents: 125 + 120 } });
    const details = await findOrderDetails(db(), orderId, new Date());
    expect(details?.refundable.undeliveredCents).toBe(245);
    expect(details?.items.map((item) => item.undeliveredCents)).toEqual([125, 120]);
  });

  it("is completed only when everything is delivered", async () => {
    const { orderId, token, likes, followers } = await sent();
    await say(followers, { status: "Completed" });
    expect(await findOrderView(db(), token)).toMatchObject({
      status: "processing",
      progress: { delivered: 500, percent: 83 },
      forecast: null,
    });
    await say(likes, { status: "Completed" });
    expect(await shop.order(orderId)).toMatchObject({ status: "completed", owed: null });
  });

  it("is canceled and paid back in both parts at a request before it begins", async () => {
    const { orderId, token } = await place();
    await ask(token, "cancel");
    expect(await shop.order(orderId)).toMatchObject({ status: "failed", owed: { units: 600, cents: 847 } });
  });

  it("gets the price of followers back for followers that drop", async () => {
    const { orderId, likes, followers } = await sent();
    await countTargets(db(), deps().social, orderId);
    await count(500);
    await say(likes, { status: "Completed" });
    await say(followers, { status: "Completed" });
    await countTargets(db(), deps().social, orderId);
    // Nobody would deliver them again.
    await db().serviceMapping.updateMany({ data: { isActive: false } });
    await count(300);
    for (const hours of [15, 2, 7]) {
      await letPass(orderId, hours / 24);
      await countTargets(db(), deps().social, orderId);
    }
    await decideDrops(deps(), orderId);
    await db().serviceMapping.updateMany({ data: { isActive: true } });
    const decision = await lastOf(orderId);
    expect(decision).toMatchObject({ outcome: "refund", itemId: followers, units: 200, cents: 239 });
    expect(decision?.message).toContain("200 followers");
  });
});

describe("an extra", () => {
  it("is refused with another total, on another page and above what its supplier takes", async () => {
    await expect(codeOf(place({ price: 8.46 }))).resolves.toBe("invalid_pricing");
    await expect(codeOf(place({ surface: "checkout" }))).resolves.toBe("invalid_pricing");
    const many = { addOns: [{ id: extraId, count: 10 }], quantity: 2_600, price: 2.49 + 29.9 };
    await db().supplierService.updateMany({ data: { maxQuantity: 2_499 } });
    await expect(codeOf(place(many))).resolves.toBe("invalid_pricing");
    await db().supplierService.updateMany({ data: { maxQuantity: 100_000 } });
  });

  it("is off sale while nobody delivers its service, and the likes stay on sale", async () => {
    const ids = async () => (await loadCatalog(db())).addOns.map(({ id }) => id);
    expect(await ids()).toContain(extraId);
    const followers = { smmService: { serviceType: "followers" } };
    await db().serviceMapping.updateMany({ where: followers, data: { isActive: false } });
    expect(await ids()).not.toContain(extraId);
    expect(await ids()).toContain("post-selection-likes-500");
    await db().serviceMapping.updateMany({ where: followers, data: { isActive: true } });
  });

  it("has the margin of the service that it sells", async () => {
    const rows = await listMargins(db());
    const of = (id: string) => rows.find((row) => row.id === id);
    expect(of(extraId)).toMatchObject({
      kind: "extra",
      service: "followers",
      ratePer1000: of("followers-100")?.ratePer1000,
    });
  });

  it("is rebuilt from the payment's session", async () => {
    const { orderId, sessionId } = await shop.placeAndPay(await body());
    const { parts } = await shop.order(orderId);
    await db().order.delete({ where: { id: orderId } });
    await shop.settle(sessionId);
    const items = [{ quantity: 100 }, { quantity: 500, serviceType: "followers" }];
    expect(await shop.order(orderId)).toMatchObject({ parts, quantity: 600, paidCents: 847, items });
  });
});
