import { describe, expect, it } from "vitest";
import { applyDispute } from "@/lib/money/payments/apply-dispute";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { usePanel } from "../../support/panel";
import { useShopAtStripe } from "../../support/shop";
import { submitting } from "../../support/submitting";

const { database, db, stripe, shop } = useShopAtStripe();
const panel = usePanel(database);
const { submit } = submitting(database);
shop.checkAfterEach();

describe("a payment that was refunded or disputed before it is settled", () => {
  /** A paid order, not yet settled, whose target no other order holds; `at` happens to its payment at Stripe. */
  async function settleAfter(at: (payment: { orderId: string; payment_intent: string }) => Promise<unknown>) {
    await db().$executeRaw`UPDATE fulfillment_items SET target_key = id::text`;
    const { orderId, sessionId } = await shop.placeAndPay();
    await at({ orderId, payment_intent: String((await stripe.chargeOf(orderId)).payment_intent) });
    expect((await shop.settle(sessionId)).kind).toBe("paid");
    for (const { id } of (await shop.order(orderId)).items) await submit(id);
    return { order: await shop.order(orderId), bought: (await panel.view()).addCalls };
  }
  const refunds = () => stripe.client().refunds;

  it("in full is recorded as refunded, and nothing is bought for it", async () => {
    const { order, bought } = await settleAfter(({ payment_intent }) => refunds().create({ payment_intent }));
    expect(bought).toBe(0);
    expect(order).toMatchObject({
      status: "failed",
      paymentStatus: "refunded",
      refundedCents: 229,
      items: [{ state: "canceled", reason: "refunded" }],
      refunds: [{ amountCents: 229, reason: "dashboard", status: "succeeded" }],
    });
  });

  it("in part is recorded with that refund, and is delivered", async () => {
    const { order, bought } = await settleAfter(({ payment_intent }) =>
      refunds().create({ payment_intent, amount: 100 }),
    );
    expect(bought).toBe(1);
    expect(order).toMatchObject({ paymentStatus: "partially_refunded", refundedCents: 100 });
  });

  it("with a refund that the bank has sent back is delivered", async () => {
    const { order, bought } = await settleAfter(async ({ payment_intent }) => {
      const { id } = await refunds().create({ payment_intent, amount: 200 });
      await refunds().create({ payment_intent, amount: 29 });
      await stripe.control(`/refund/${id}/failed`);
    });
    expect(bought).toBe(1);
    expect(order).toMatchObject({ paymentStatus: "partially_refunded", refunds: [{ amountCents: 29 }] });
  });

  it.each([
    ["a dispute", {}, "disputed"],
    ["an inquiry", { isInquiry: true }, "paid"],
  ])("by %s is recorded as such, and nothing is bought for it", async (_, body, paymentStatus) => {
    const { order, bought } = await settleAfter(({ orderId }) => stripe.dispute(orderId, body));
    expect(bought).toBe(0);
    expect(order).toMatchObject({
      paymentStatus,
      blockedReason: "dispute",
      flagReason: "dispute",
      items: [{ state: "canceled", reason: "dispute" }],
    });
    expect(await db().dispute.count({ where: { orderId: order.id, closedAt: null } })).toBe(1);
  });

  it.each([
    ["a dispute that was won", {}, "won"],
    ["an inquiry that was closed", { isInquiry: true }, "warning_closed"],
  ])("by %s is delivered, even if no event about it ever comes", async (_, body, result) => {
    const { order, bought } = await settleAfter(async ({ orderId }) => {
      await stripe.control(`/dispute/${await stripe.dispute(orderId, body)}/${result}`);
    });
    expect(bought).toBe(1);
    expect(order).toMatchObject({ paymentStatus: "paid", blockedAt: null, items: [{ state: "submitted" }] });
  });

  it("by a dispute that is won afterwards is paid back as undelivered, like any other", async () => {
    const { order } = await settleAfter(({ orderId }) => stripe.dispute(orderId));
    const { stripeDisputeId } = await db().dispute.findFirstOrThrow({ where: { orderId: order.id } });
    await stripe.control(`/dispute/${stripeDisputeId}/won`);
    await applyDispute(shop.deps(), stripeDisputeId);
    expect(await shop.order(order.id)).toMatchObject({ paymentStatus: "paid", blockedAt: null });
    await refundUndelivered(db(), order.id);
    expect(await shop.sendRefunds(order.id)).toEqual([229]);
  });
});
