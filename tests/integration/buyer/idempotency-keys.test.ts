import { describe, expect, it } from "vitest";
import type { OrderCaller } from "@/lib/buyer/checkout/create-order";
import { codeOf } from "../../support/database";
import { newGuest, sessionIdOf, useShopAtStripe } from "../../support/shop";

const { db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const { create } = shop;
const orderCount = () => db().order.count();

describe("an idempotency key", () => {
  it.each([
    ["at once", 0],
    ["slowly", 1_500],
  ])("of a double click gives one order with one page, when Stripe answers %s", async (_, delayMs) => {
    await stripe.faults({ delayMs });
    const before = await orderCount();
    const guest = newGuest();
    const clicks = Array.from({ length: 6 }, () => create({}, guest, `complete-payment-${guest.guestKey}`));
    const answers = await Promise.all(clicks);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await orderCount()).toBe(before + 1);
    expect(await stripe.sessionsOf(answers[0]?.orderId ?? "")).toHaveLength(1);
  });

  it("sent again finds the order, also when the first answer was lost together with its cookie", async () => {
    const address = "address:198.51.100.9";
    const first = await create({}, { ...newGuest(), scopes: [address] }, "lost-answer-1");
    const guest = newGuest();
    const scopes: [string, ...string[]] = [`guest:${guest.guestKey}`, address];
    expect(await create({}, { ...guest, scopes }, "lost-answer-1")).toEqual(first);
  });

  it("sent at the same instant with the cookie and without it gives one order", async () => {
    const address = "address:198.51.100.10";
    const guest = newGuest();
    const callers: OrderCaller[] = [
      { ...newGuest(), scopes: [address] },
      { ...guest, scopes: [`guest:${guest.guestKey}`, address] },
      { ...guest, scopes: [`guest:${guest.guestKey}`, address] },
    ];
    const answers = await Promise.all(callers.map((caller) => create({}, caller, "one-click-two-cookies")));
    expect(new Set(answers.map((answer) => answer.orderId)).size).toBe(1);
  });

  it("with another body is a conflict", async () => {
    const guest = newGuest();
    await create({}, guest, "one-key-two-bodies");
    const other = create({ email: "other@example.com" }, guest, "one-key-two-bodies");
    expect(await codeOf(other)).toBe("idempotency_conflict");
  });

  it("of an order whose buyer withdrew is a conflict, so that another key makes another order", async () => {
    const guest = newGuest();
    const { orderId } = await create({}, guest, "withdrawn-1");
    await db().order.update({ where: { id: orderId }, data: { withdrawnAt: new Date() } });
    expect(await codeOf(create({}, guest, "withdrawn-1"))).toBe("idempotency_conflict");
    expect((await create({}, guest, "withdrawn-2")).orderId).not.toBe(orderId);
  });

  it("of another caller makes another order", async () => {
    const other = { ...newGuest(), scopes: ["guest:b", "address:203.0.113.8"] } satisfies OrderCaller;
    const answers = [
      await create({}, newGuest(), "one-key-two-callers"),
      await create({}, other, "one-key-two-callers"),
    ];
    expect(answers[0]?.orderId).not.toBe(answers[1]?.orderId);
  });

  it("of a click that has got another cookie meanwhile gives the same order", async () => {
    const answers = await Promise.all([
      create({}, newGuest(), "two-fresh-cookies"),
      create({}, newGuest(), "two-fresh-cookies"),
    ]);
    expect(answers[0]?.orderId).toBe(answers[1]?.orderId);
  });

  it("of another guest at the same address makes another order", async () => {
    const answers = await Promise.all(
      ["ada@example.com", "bo@example.com"].map((email) => create({ email }, newGuest(), "neighbours")),
    );
    expect(answers[0]?.orderId).not.toBe(answers[1]?.orderId);
  });

  it("sent again after the payment leads to the order, not to a new page", async () => {
    const guest = newGuest();
    const first = await create({}, guest, "paid-meanwhile");
    await stripe.pay(sessionIdOf(first.url));
    const again = await create({}, guest, "paid-meanwhile");
    expect(again).toEqual({ ...first, url: `http://127.0.0.1:3000${first.orderUrl}` });
    expect(await shop.order(first.orderId)).toMatchObject({ status: "processing" });
  });
});
