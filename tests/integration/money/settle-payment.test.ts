import { describe, expect, it } from "vitest";
import { addMs, hour } from "@/lib/base/time/time";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { byOps } from "../../support/factories";
import { holdOrder } from "../../support/holding";
import { declinedCard, delayedMethod } from "../../support/purchase";
import { sessionIdOf, useShopAtStripe } from "../../support/shop";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const { settle } = shop;
const kindOf = async (sessionId: string) => (await settle(sessionId)).kind;
const many = <T>(count: number, run: () => Promise<T>) => Promise.all(Array.from({ length: count }, run));
const eventTypes = async (orderId: string) => (await shop.order(orderId)).events.map((event) => event.type);

describe("a payment", () => {
  it("starts the order: items, delivery summary, jobs, confirmation and timeline together", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    expect(await kindOf(sessionId)).toBe("paid");
    const order = await shop.order(orderId);
    expect(order).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
      paidCents: 229,
      refundedCents: 0,
      attempts: [{ number: 1, status: "paid", stripeSessionId: sessionId, amountCents: 229 }],
      items: [{ quantity: 100, state: "ready", link: "https://www.instagram.com/wanderwithmara/" }],
      fulfillment: { remains: 100, delivered: 0, deliveryProgress: 0 },
    });
    expect(order.attempts[0]?.paymentIntentId).toMatch(/^pi_/);
    expect(await eventTypes(orderId)).toEqual(["order.created", "order.paid", "item.changed"]);
    expect(await shop.jobs(orderId)).toEqual(["mail", "submit"]);
  });

  it("settled by callers who waited for each other is settled once, and nothing is refunded", async () => {
    const { orderId, sessionId } = await shop.placeAndPay({ username: "lucarows" });
    const gate = await holdOrder(database.current, orderId);
    const settling = many(5, () => kindOf(sessionId));
    await gate.waiting(5);
    await gate.release();
    expect(await settling).toEqual(Array(5).fill("paid"));
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ status: "processing", refunds: [] });
    expect(order.items).toHaveLength(1);
    expect(order.events.filter((event) => event.type === "order.paid")).toHaveLength(1);
    expect(await shop.jobs(orderId)).toEqual(["mail", "submit"]);
  });

  it("settled again a while later changes nothing", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await settle(sessionId);
    const before = await shop.order(orderId);
    expect(await kindOf(sessionId)).toBe("paid");
    expect(await shop.order(orderId)).toEqual(before);
  });

  it("for likes gives each chosen post its own share", async () => {
    const posts = [
      { postId: "p1", kind: "post", postUrl: "https://www.instagram.com/p/AAA/", quantity: 60 },
      { postId: "p2", kind: "post", postUrl: "https://www.instagram.com/p/BBB/", quantity: 40 },
    ].map((post) => ({ ...post, imageUrl: null, caption: "" }));
    const { orderId, sessionId } = await shop.placeAndPay();
    await db().order.update({
      where: { id: orderId },
      data: { serviceType: "likes", target: "post", selectedPosts: posts },
    });
    await settle(sessionId);
    const { items } = await shop.order(orderId);
    expect(items.map(({ link, quantity, postId }) => ({ link, quantity, postId }))).toEqual([
      { link: "https://www.instagram.com/p/AAA/", quantity: 60, postId: "p1" },
      { link: "https://www.instagram.com/p/BBB/", quantity: 40, postId: "p2" },
    ]);
  });
});

describe("an unpaid page", () => {
  it("with a declined card leaves the order pending, and a good card on the same page pays it", async () => {
    const { orderId, sessionId } = await shop.place();
    expect(await stripe.pay(sessionId, declinedCard)).toBe(402);
    expect(await kindOf(sessionId)).toBe("open");
    expect(await shop.order(orderId)).toMatchObject({
      status: "pending",
      paymentStatus: "unpaid",
      items: [],
    });
    expect(await stripe.pay(sessionId)).toBe(303);
    expect(await kindOf(sessionId)).toBe("paid");
  });

  it("that expired expires the order, once", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    await many(4, () => settle(sessionId));
    expect(await shop.order(orderId)).toMatchObject({ status: "expired", attempts: [{ status: "expired" }] });
    expect(await eventTypes(orderId)).toEqual(["order.created", "order.expired"]);
  });

  it("that expired leaves the order alone when a newer page is open", async () => {
    const placed = await shop.place();
    await shop.secondPage(placed.orderId);
    await stripe.expire(placed.sessionId);
    expect(await kindOf(placed.sessionId)).toBe("expired");
    expect(await shop.order(placed.orderId)).toMatchObject({
      status: "pending",
      attempts: [{ status: "expired" }, { status: "open" }],
    });
    expect(await eventTypes(placed.orderId)).toContain("payment.expired");
  });
});

describe("a delayed method", () => {
  it("does not start the delivery before the bank has paid", async () => {
    const { orderId, sessionId } = await shop.place();
    expect(await stripe.pay(sessionId, delayedMethod)).toBe(303);
    expect(await kindOf(sessionId)).toBe("open");
    expect(await shop.order(orderId)).toMatchObject({ status: "pending", items: [] });
    await stripe.control(`/async/${sessionId}/succeeded`);
    expect(await kindOf(sessionId)).toBe("paid");
    expect((await shop.order(orderId)).items).toHaveLength(1);
  });

  it("that fails ends the attempt and lets the buyer pay again", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, delayedMethod);
    await stripe.control(`/async/${sessionId}/failed`);
    expect(await kindOf(sessionId)).toBe("failed");
    expect(await shop.order(orderId)).toMatchObject({ status: "pending", attempts: [{ status: "failed" }] });
    const again = sessionIdOf(await openCheckout(shop.deps(), orderId));
    expect(again).not.toBe(sessionId);
    await stripe.pay(again);
    expect(await kindOf(again)).toBe("paid");
  });

  it("in progress opens no second page: a buyer who wants to pay again is sent to the order", async () => {
    const { orderId, sessionId, token } = await shop.place();
    await stripe.pay(sessionId, delayedMethod);
    expect(await openCheckout(shop.deps(), orderId)).toBe(`http://127.0.0.1:3000/order/${token}`);
    await stripe.control(`/async/${sessionId}/succeeded`);
    await settle(sessionId);
  });
});

describe("money that is not the order's payment", () => {
  it("a second payment is refunded in full, once, and the order keeps the first", async () => {
    const placed = await shop.place({ username: "warmcrumbs" });
    const second = await shop.secondPage(placed.orderId);
    expect([await stripe.pay(placed.sessionId), await stripe.pay(second)]).toEqual([303, 303]);
    expect(await kindOf(placed.sessionId)).toBe("paid");
    expect(await Promise.all([kindOf(second), kindOf(second), kindOf(placed.sessionId)])).toEqual([
      "refunding",
      "refunding",
      "paid",
    ]);
    await shop.sendRefunds(placed.orderId);
    const order = await shop.order(placed.orderId);
    expect(order).toMatchObject({
      status: "processing",
      paymentStatus: "paid",
      paidCents: 229,
      refundedCents: 0,
      attempts: [{ status: "paid" }, { status: "duplicate" }],
      refunds: [{ amountCents: 229, reason: "second_payment", status: "succeeded" }],
    });
    expect(order.items).toHaveLength(1);
    expect(await shop.refundsAtStripe(placed.orderId)).toEqual([229]);
    expect((await stripe.chargeOf(placed.orderId)).amount_refunded).toBe(0);
  });

  it("a second payment's failed refund is sent again while the order's own payment is disputed", async () => {
    const placed = await shop.place();
    const second = await shop.secondPage(placed.orderId);
    for (const session of [placed.sessionId, second]) {
      await stripe.pay(session);
      await settle(session);
    }
    const [refund] = (await shop.order(placed.orderId)).refunds;
    const refundId = refund?.id ?? "";
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    await applyDispute(shop.deps(), await stripe.dispute(placed.orderId));
    expect(await shop.order(placed.orderId)).toMatchObject({ paymentStatus: "disputed" });
    await retryRefund(db(), { refundId, ...byOps });
    await shop.sendRefunds(placed.orderId);
    expect((await shop.order(placed.orderId)).refunds.map(({ status }) => status)).toEqual([
      "failed",
      "succeeded",
    ]);
  });

  it("of two payments settled at the same instant, one pays the order and one is refunded", async () => {
    const placed = await shop.place();
    const second = await shop.secondPage(placed.orderId);
    await Promise.all([stripe.pay(placed.sessionId), stripe.pay(second)]);
    const kinds = await Promise.all([placed.sessionId, second, placed.sessionId, second].map(kindOf));
    expect(kinds.toSorted()).toEqual(["paid", "paid", "refunding", "refunding"]);
    await shop.sendRefunds(placed.orderId);
  });

  it.each([
    ["amount", { amountCents: 9900 }, "$2.29 instead of $99.00"],
    ["currency", { currency: "eur" }, "$2.29 instead of 2.29 EUR"],
  ])(
    "a payment of the wrong %s does not pay the order, goes back, and is an alert",
    async (_, expected, told) => {
      const { orderId, sessionId } = await shop.place();
      await db().paymentAttempt.updateMany({ where: { orderId }, data: expected });
      await stripe.pay(sessionId);
      expect(await kindOf(sessionId)).toBe("refunding");
      await shop.sendRefunds(orderId);
      const order = await shop.order(orderId);
      expect(order).toMatchObject({
        status: "pending",
        paymentStatus: "unpaid",
        flagReason: "wrong_amount",
        items: [],
        attempts: [{ status: "duplicate", amountCents: 229, currency: "usd" }],
        refunds: [{ amountCents: 229, reason: "wrong_amount", status: "succeeded" }],
      });
      const key = `wrong_amount:${order.attempts[0]?.id}`;
      const alert = await db().operatorAlert.findUniqueOrThrow({ where: { key } });
      expect(alert.message).toContain(told);
    },
  );

  it("a payment that comes late, on an order that had expired, is fulfilled", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await db().order.update({ where: { id: orderId }, data: { status: "expired" } });
    await db().orderEvent.create({
      data: { orderId, type: "order.expired", from: "pending", to: "expired" },
    });
    await db().paymentAttempt.updateMany({ where: { orderId }, data: { status: "expired" } });
    expect(await kindOf(sessionId)).toBe("paid");
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ status: "processing", attempts: [{ status: "paid" }] });
    expect(order.events.find((event) => event.type === "order.paid")).toMatchObject({ from: "expired" });
  });

  it("a payment on an older page pays the order although a newer is open, and none opens again", async () => {
    const placed = await shop.place();
    const second = await shop.secondPage(placed.orderId);
    await stripe.pay(placed.sessionId);
    expect(await kindOf(placed.sessionId)).toBe("paid");
    const late = { ...shop.deps(), now: addMs(new Date(), hour) };
    expect(await openCheckout(late, placed.orderId)).toContain(`/order/${placed.token}`);
    await stripe.expire(second);
    expect(await kindOf(second)).toBe("expired");
    expect(await shop.order(placed.orderId)).toMatchObject({ status: "processing" });
  });
});
