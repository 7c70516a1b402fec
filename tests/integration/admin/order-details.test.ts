import { describe, expect, it } from "vitest";
import { newId } from "@/lib/ids";
import { findOrderDetails } from "@/lib/reporting/find-order-details";
import { refundFactory } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";

const { db, shop } = useShopAtStripe();
shop.checkAfterEach();
const paidOrder = async (item: object = {}) => (await shop.placeReady(item)).orderId;

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
