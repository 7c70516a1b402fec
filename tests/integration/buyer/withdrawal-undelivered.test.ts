import { describe, expect, it } from "vitest";
import { openCheckout } from "@/lib/buyer/checkout/open-checkout";
import { findWithdrawal } from "@/lib/buyer/withdrawal/take-statement";
import { blockFactory } from "../../support/factories";
import { delayedMethod } from "../../support/purchase";
import { useShopAtStripe } from "../../support/shop";
import { withdrawing } from "../../support/withdrawing";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();
const { withdraw, withdrawByNumber, refunded, receipts, answerOf } = withdrawing(database, shop);

describe("a withdrawal from an unpaid order", () => {
  it("closes its payment page, and no other can be opened", async () => {
    const { orderId, sessionId, token } = await shop.place();
    expect(await withdraw(orderId)).toMatchObject({ outcome: "unpaid", backCents: 0 });
    expect(await stripe.pay(sessionId)).toBe(410);
    expect(await shop.order(orderId)).toMatchObject({ status: "expired", attempts: [{ status: "expired" }] });
    expect(await openCheckout(shop.deps(), orderId)).toBe(`${shop.deps().origin}/order/${token}`);
    expect((await shop.order(orderId)).attempts).toHaveLength(1);
  });

  it("refunds a payment that was made at the same time", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await withdraw(orderId);
    expect((await shop.settle(sessionId)).kind).toBe("refunding");
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ items: [], paidCents: 0, attempts: [{ status: "duplicate" }] });
    expect(order.refunds).toMatchObject([{ reason: "withdrawn", amountCents: 229 }]);
    expect(await refunded(orderId)).toEqual([229]);
  });

  it("refunds a delayed payment that arrives days later", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.pay(sessionId, delayedMethod);
    expect(await withdraw(orderId)).toMatchObject({ outcome: "unpaid" });
    await stripe.control(`/async/${sessionId}/succeeded`);
    await shop.settle(sessionId);
    expect(await refunded(orderId)).toEqual([229]);
  });
});

describe("a withdrawal that changes nothing", () => {
  it("after 14 days is answered with the shop's own terms", async () => {
    const { orderId, token } = await shop.placeReady();
    await db()
      .$executeRaw`UPDATE orders SET paid_at = now() - interval '19 days' WHERE id = ${orderId}::uuid`;
    const stated = await withdraw(orderId);
    expect(stated).toMatchObject({ orderId, outcome: "late" });
    expect(await answerOf(stated.id)).toMatch(/14 days .* ended .* Our own refund terms give you longer/);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", withdrawnAt: null });
    expect((await findWithdrawal(db(), token))?.isOffered).toBe(false);
  });

  it.each([
    ["another address", { email: "stranger@example.com" }],
    ["a number of no order", { orderNumber: "00000000" }],
  ])("with %s is kept, answered within the limits, and given to an operator", async (_, changes) => {
    const { orderId } = await shop.placeReady();
    const stated = await withdrawByNumber(orderId, changes);
    expect(stated).toMatchObject({ orderId: null, outcome: "unmatched" });
    expect(await receipts(stated.id)).toMatchObject([{ orderId: null, recipient: stated.email }]);
    const tickets = await db().supportTicket.findMany({ where: { email: stated.email } });
    expect(tickets).toMatchObject([
      { status: "open", message: expect.stringContaining("Mara Lindqvist withdrew") },
    ]);
    expect(await shop.order(orderId)).toMatchObject({ items: [{ state: "ready" }], withdrawnAt: null });
    await db().supportTicket.deleteMany();
  });

  it("of a buyer on the block list is stored and answered, and opens no ticket", async () => {
    const email = "pest@example.com";
    await blockFactory(db(), "email", email);
    const stated = await withdrawByNumber("", { email, orderNumber: "0badcafe" });
    expect(stated).toMatchObject({ outcome: "unmatched" });
    expect(await receipts(stated.id)).toMatchObject([{ recipient: email }]);
    expect(await db().supportTicket.count({ where: { email } })).toBe(0);
    await db().block.deleteMany();
  });

  it("is stored, but not answered, where the address has used up its mails", async () => {
    const orderNumber = "0badcafe";
    const stated = await withdrawByNumber("", { orderNumber, isMailed: false });
    expect(stated).toMatchObject({ outcome: "unmatched" });
    expect(await receipts(stated.id)).toEqual([]);
  });
});
