import { describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { useShopAtStripe } from "../../support/shop";

const { db, shop } = useShopAtStripe();

const check = async () => {
  const found = await shop.violations();
  return [...new Set(found.map(({ invariant }) => invariant))].toSorted();
};

async function paidOrder() {
  const { orderId, attemptId } = await shop.placePaid();
  const item = await db().fulfillmentItem.findFirstOrThrow({ where: { orderId } });
  return { orderId, attemptId, item };
}

type Paid = Awaited<ReturnType<typeof paidOrder>>;

const setLine = (orderId: string, cents: number) =>
  db().orderLine.updateMany({ where: { orderId }, data: { unitCents: cents, amountCents: cents } });

// The ways to break each invariant, and how to repair the data for the next one.
const breaches: [string, string[], (order: Paid) => Promise<unknown>, (order: Paid) => Promise<unknown>][] = [
  [
    "an item that was sent twice",
    ["I1"],
    async ({ item }) => {
      const supplier = await db().supplier.findFirstOrThrow();
      const call = {
        itemId: item.id,
        supplierId: supplier.id,
        action: "add",
        request: {},
        outcome: "unknown",
      };
      await db().supplierCall.createMany({ data: [1, 2].map((attempt) => ({ ...call, attempt })) });
    },
    ({ item }) => db().supplierCall.deleteMany({ where: { itemId: item.id } }),
  ],
  [
    "refunds above the payment",
    ["I2"],
    ({ orderId, attemptId }) =>
      db().refund.createMany({
        data: [1, 2].map((number) => ({ orderId, attemptId, number, amountCents: 200, reason: "goodwill" })),
      }),
    ({ orderId }) => db().refund.deleteMany({ where: { orderId } }),
  ],
  [
    "a refunded sum on an order without a refund",
    ["I2", "ledger"],
    ({ orderId }) => db().order.update({ where: { id: orderId }, data: { refundedCents: 5 } }),
    ({ orderId }) => db().order.update({ where: { id: orderId }, data: { refundedCents: 0 } }),
  ],
  [
    "a paid session that was not settled",
    ["I3"],
    async () => {
      await shop.placeAndPay({ email: "unsettled@example.com" });
    },
    async () => {
      const order = await db().order.findFirstOrThrow({
        where: { email: "unsettled@example.com" },
        include: { attempts: true },
      });
      await shop.settle(order.attempts[0]?.stripeSessionId ?? "");
    },
  ],
  [
    "a confirmation that is missing",
    ["I4"],
    ({ orderId }) => db().emailLog.updateMany({ where: { orderId }, data: { orderId: newId() } }),
    ({ orderId }) =>
      db().emailLog.updateMany({ where: { key: `order-confirmed:${orderId}` }, data: { orderId } }),
  ],
  [
    "a line that is not the catalogue's",
    ["I7"],
    ({ orderId }) => setLine(orderId, 1),
    ({ orderId }) => setLine(orderId, 229),
  ],
  [
    "a paid order without its delivery summary",
    ["whole"],
    ({ orderId }) => db().orderFulfillment.delete({ where: { orderId } }),
    ({ orderId }) => db().orderFulfillment.create({ data: { orderId, remains: 100 } }),
  ],
  [
    "a status that the timeline does not know of",
    ["whole"],
    ({ orderId }) => db().order.update({ where: { id: orderId }, data: { status: "completed" } }),
    ({ orderId }) =>
      db().orderEvent.create({
        data: { orderId, type: "order.closed", from: "processing", to: "completed" },
      }),
  ],
];

describe("the check of the invariants", () => {
  it.each(breaches)("finds %s, and nothing once it is repaired", async (_, expected, breach, repair) => {
    const order = await paidOrder();
    expect(await check()).toEqual([]);
    await breach(order);
    expect(await check()).toEqual(expected);
    await repair(order);
    expect(await check()).toEqual([]);
  });

  // Last, because the timeline is append-only and can't be repaired.
  it("finds an order that left a final status", async () => {
    const { orderId } = await paidOrder();
    const left = { orderId, type: "order.reopened", from: "completed", to: "processing" };
    await db().orderEvent.create({ data: left });
    expect(await check()).toEqual(["I5"]);
  });
});
