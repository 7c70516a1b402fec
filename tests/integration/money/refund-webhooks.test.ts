import { describe, expect, it } from "vitest";
import { handleEvent } from "@/lib/money/webhooks/event-handlers";
import { postedCents, useShopAtStripe } from "../../support/shop";
import { useWebhooks } from "../../support/stripe-webhooks";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();
const webhooks = useWebhooks(database, stripe, shop);

/** A paid order with a refund of $1.00 on its way, and Stripe's webhooks turned on. */
async function refundedOrder() {
  const paid = await shop.placePaid();
  const refundId = await shop.requestRefund(paid, 100);
  await webhooks.deliver();
  await shop.sendRefunds(paid.orderId);
  return { ...paid, refundId };
}

async function stripeRefundId(orderId: string): Promise<string> {
  return (await shop.order(orderId)).refunds[0]?.stripeRefundId ?? "";
}

describe("a refund's webhooks", () => {
  it("racing the answer to the call post the refund once", async () => {
    const { orderId } = await refundedOrder();
    await webhooks.handled();
    const order = await shop.order(orderId);
    expect(order).toMatchObject({
      refundedCents: 100,
      paymentStatus: "partially_refunded",
      refunds: [{ status: "succeeded" }],
    });
    expect(order.events.filter((event) => event.type === "refund.sent")).toHaveLength(1);
  });

  it("finish a refund that was pending when it was made", async () => {
    const { orderId, refundId } = await refundedOrder();
    await webhooks.handled();
    await db().refund.update({ where: { id: refundId }, data: { status: "pending", finishedAt: null } });
    await db().order.update({ where: { id: orderId }, data: { refundedCents: 0, paymentStatus: "paid" } });
    const updated = (await stripe.eventsOf(await stripeRefundId(orderId))).find(
      (event) => event.type === "refund.updated",
    );
    await db().stripeEvent.delete({ where: { id: updated?.id ?? "" } });
    await stripe.control(`/redeliver/${updated?.id}`, { times: 5 });
    await webhooks.handled();
    expect(await shop.order(orderId)).toMatchObject({
      refundedCents: 100,
      paymentStatus: "partially_refunded",
      refunds: [{ status: "succeeded" }],
    });
  });

  it("for refunds made in Stripe's dashboard record them, each once, beside our own", async () => {
    const { orderId, paymentIntentId } = await refundedOrder();
    await webhooks.handled();
    const { refunds } = stripe.client();
    await stripe.faults({ webhooks: "duplicate" });
    await refunds.create({ payment_intent: paymentIntentId, amount: 29 });
    await refunds.create({ payment_intent: paymentIntentId, amount: 100 });
    await webhooks.handled();
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ refundedCents: 229, paymentStatus: "refunded" });
    expect(order.refunds.map(({ amountCents, reason, status }) => [amountCents, reason, status])).toEqual([
      [100, "refund_in_part", "succeeded"],
      [29, "dashboard", "succeeded"],
      [100, "dashboard", "succeeded"],
    ]);
    expect(await postedCents(db(), orderId)).toEqual({
      refunds: 229,
      sales: -229,
      stripe_balance: -37,
      stripe_fees: 37,
    });
  });

  it("for a dashboard refund that the bank sent back make its amount refundable again", async () => {
    const { orderId, paymentIntentId } = await refundedOrder();
    const { id } = await stripe.client().refunds.create({ payment_intent: paymentIntentId, amount: 29 });
    await webhooks.handled();
    expect(await shop.order(orderId)).toMatchObject({ refundedCents: 129 });
    await stripe.control(`/refund/${id}/failed`);
    await webhooks.handled();
    expect(await shop.order(orderId)).toMatchObject({
      refundedCents: 100,
      paymentStatus: "partially_refunded",
    });
  });

  it("that overtake the payment's webhook settle the payment first", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const session = await stripe.client().checkout.sessions.retrieve(sessionId);
    const refund = await stripe.client().refunds.create({ payment_intent: String(session.payment_intent) });
    await webhooks.deliver();
    const created = (await stripe.eventsOf(refund.id)).find((event) => event.type === "refund.created");
    await stripe.control(`/redeliver/${created?.id}`, { times: 1 });
    await handleEvent(shop.deps(), created?.id ?? "");
    expect(await shop.order(orderId)).toMatchObject({
      paidCents: 229,
      refundedCents: 229,
      paymentStatus: "refunded",
    });
    await webhooks.handled();
  });
});
