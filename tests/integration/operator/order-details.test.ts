import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { createReplacement } from "@/lib/delivery/items/create-items";
import { findOrderDetails } from "@/lib/operator/reporting/find-order-details";
import { refundFactory, setItems } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";

const { db, shop } = useShopAtStripe();
shop.checkAfterEach();
const paidOrder = async (item: object = {}) => (await shop.placeReady(item)).orderId;

/** An ended order of 100 units, of which so many arrived, with a replacement for 40 of them. */
async function replacedOrder(delivered: number, replacement: object) {
  const { orderId, itemId } = await shop.placeReady();
  await shop.end(orderId, delivered === 100 ? "completed" : "partial", delivered);
  await db().$transaction((tx) => createReplacement(tx, { itemId, units: 40 }));
  const { id } = await db().fulfillmentItem.findUniqueOrThrow({ where: { replacesItemId: itemId } });
  await setItems(db(), { id }, replacement);
  return { orderId, replacement: () => db().fulfillmentItem.findUniqueOrThrow({ where: { id } }) };
}

async function fileOf(orderId: string) {
  const file = await findOrderDetails(db(), orderId, new Date());
  if (!file) throw new Error("the order is there");
  return file;
}

describe("an order's details", () => {
  it("is plain data: JSON keeps it unchanged, and it has no key, token or parameters sent to Stripe", async () => {
    const orderId = await paidOrder();
    const file = await fileOf(orderId);
    const { token } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(JSON.stringify(file)).not.toContain(token);
    expect(JSON.parse(JSON.stringify(file))).toEqual(file);
    expect(JSON.stringify(file)).not.toMatch(/apiKey|success_url|params/);
    expect(file).toMatchObject({
      paymentStatus: "paid",
      paidCents: 229,
      lines: [{ amountCents: 229 }],
      attempts: [{ number: 1, status: "paid", amountCents: 229 }],
      items: [{ state: "ready", quantity: 100, undeliveredCents: 229, steps: ["cancel"] }],
    });
    expect(file.ledger.find(({ label }) => label === "Revenue")?.micros).toBe("2290000");
    expect(file.mails.map(({ kind }) => kind)).toContain("order-confirmed");
    expect(await findOrderDetails(db(), newId(), new Date())).toBeNull();
  });

  it("has the newest hundred of its tickets and mails, without the tickets' texts", async () => {
    const orderId = await paidOrder();
    const nth = Array.from({ length: 120 }, (_, at) => at);
    const { id } = await db().supportTicket.create({
      data: { orderId, email: "a@example.com", subject: "The newest", message: "m" },
    });
    const createdAt = new Date(0);
    const ticket = { orderId, email: "a@example.com", subject: "s", message: "m".repeat(10_000), createdAt };
    await db().supportTicket.createMany({ data: nth.map(() => ticket) });
    const mail = { orderId, kind: "ticket-received", recipient: "a@example.com", props: {}, createdAt };
    await db().emailLog.createMany({ data: nth.map((at) => ({ ...mail, key: `${orderId}:${at}` })) });
    const file = await fileOf(orderId);
    expect(file.tickets).toHaveLength(100);
    expect(file.tickets[0]?.id).toBe(id);
    expect(file.mails).toHaveLength(100);
    expect(file.mails.map(({ kind }) => kind)).toContain("order-confirmed");
  });

  it("shows the amount that a full refund then has, also after a partial one and with one held", async () => {
    const orderId = await paidOrder();
    const before = { fullCents: 229, partCents: 229, unsentUnits: 100 };
    expect((await fileOf(orderId)).refundable).toMatchObject(before);
    await shop.refund(orderId, { kind: "part", amountCents: 29 });
    await refundFactory(db(), orderId, { number: 2, amountCents: 50, status: "held" });
    const { refundable } = await fileOf(orderId);
    expect(refundable).toMatchObject({ fullCents: 200, partCents: 150, undeliveredCents: null });
    expect((await shop.refund(orderId)).amountCents).toBe(refundable.fullCents);
    expect((await fileOf(orderId)).refundable).toMatchObject({
      fullCents: null,
      obstacle: "This payment has been refunded in full.",
    });
  });

  it("shows the amount that a refund of undelivered units then has, or none while a supplier is at work", async () => {
    const orderId = await paidOrder({ state: "in_progress", remains: 40, providerOrderId: newId() });
    expect((await fileOf(orderId)).refundable).toMatchObject({ undeliveredCents: null, openUnits: 40 });
    await shop.deliver(orderId, 60);
    const { refundable } = await fileOf(orderId);
    expect(refundable.undeliveredCents).toBe(92);
    expect((await shop.refund(orderId, { kind: "undelivered" })).amountCents).toBe(92);
    expect((await fileOf(orderId)).refundable.undeliveredCents).toBeNull();
  });

  it("counts a replacement's units for a full refund, which flags the ended order while a supplier has them", async () => {
    const sent = { state: "in_progress", remains: 30, providerOrderId: newId() };
    const { orderId } = await replacedOrder(100, sent);
    expect((await fileOf(orderId)).refundable).toMatchObject({ openUnits: 30, unsentUnits: 0 });
    await shop.refund(orderId);
    expect(await shop.order(orderId)).toMatchObject({ flagReason: "refunded_in_progress" });
    const unsent = await replacedOrder(100, { state: "rejected" });
    expect((await fileOf(unsent.orderId)).refundable).toMatchObject({ openUnits: 0, unsentUnits: 40 });
    await shop.refund(unsent.orderId);
    expect(await unsent.replacement()).toMatchObject({ state: "canceled" });
    expect((await fileOf(unsent.orderId)).flagReason).toBeNull();
  });

  it.each([
    ["at its supplier", { state: "in_progress", remains: 30, providerOrderId: newId() }],
    ["not sent yet", { state: "ready" }],
  ])(
    "offers a refund of undelivered units as it is made while a replacement is %s, and keeps that",
    async (_, state) => {
      const { orderId, replacement } = await replacedOrder(60, state);
      const before = await replacement();
      const { refundable } = await fileOf(orderId);
      expect(refundable).toMatchObject({ undeliveredCents: 92, ownUnsentUnits: 0 });
      expect((await shop.refund(orderId, { kind: "undelivered" })).amountCents).toBe(92);
      expect(await replacement()).toEqual(before);
    },
  );

  it("says why nothing can be refunded: not paid, or disputed", async () => {
    const { orderId: unpaid } = await shop.place();
    expect((await fileOf(unpaid)).refundable.obstacle).toBe("Nothing was paid for this order.");
    const orderId = await paidOrder();
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "disputed" } });
    expect((await fileOf(orderId)).refundable).toMatchObject({
      fullCents: null,
      obstacle: expect.stringContaining("disputed"),
    });
    await db().order.update({ where: { id: orderId }, data: { paymentStatus: "paid" } });
  });
});
