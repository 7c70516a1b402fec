import { afterEach, describe, expect, it } from "vitest";
import { endedText } from "@/components/orders/card-texts";
import { orderStatusText } from "@/components/orders/order-status-text";
import { isOrderFinal } from "@/components/orders/read-order-view";
import { dropRefund } from "@/lib/buyer/requests/drop-refund";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { retryRefund } from "@/lib/money/refunds/retry-refund";
import { sendRefund } from "@/lib/money/refunds/send-refund";
import { findOrderView } from "@/lib/orders/views/find-order-view";
import type { OrderView } from "@/lib/orders/views/order-view";
import { listOwnOrders } from "@/lib/orders/views/own-orders";
import { readClockAhead } from "../../support/database";
import { useDisputes } from "../../support/disputing";
import { byOps, customerFactory, setSetting } from "../../support/factories";
import { holdOrder } from "../../support/holding";

const { database, db, stripe, shop, webhooks, paidOrder, dispute, decide } = useDisputes();

afterEach(() => db().siteSetting.deleteMany());

async function viewOf(orderId: string): Promise<OrderView> {
  const { token } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  const view = await findOrderView(db(), token);
  if (!view) throw new Error("an order has a view");
  return view;
}

/** The order's page in words. */
async function pageOf(orderId: string) {
  const view = await viewOf(orderId);
  const { title, detail } = orderStatusText(view);
  const timeline = view.timeline.map(({ label }) => label).join("\n");
  return { title, detail, timeline, isFinal: isOrderFinal(view), forecast: view.forecast };
}

/** The order's card on the dashboard. */
async function cardOf(orderId: string): Promise<string | null> {
  const { userId } = await db().order.update({
    where: { id: orderId },
    data: { userId: (await customerFactory(db())).id },
  });
  const { orders } = await listOwnOrders(db(), { userId: userId ?? "", limit: 1 });
  return orders[0] ? endedText(orders[0]) : null;
}

async function forecastOf(orderId: string) {
  const { platform, serviceType } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  await db().deliveryForecast.deleteMany();
  await db().deliveryForecast.create({
    data: { platform, serviceType, size: 0, withinMinutes: 360, orders: 40 },
  });
}

describe("an order in progress", () => {
  it("that was refunded in full does not say that delivery is starting, nor how long it takes", async () => {
    const { orderId } = await shop.placePaid();
    await forecastOf(orderId);
    await shop.setItems(orderId, { state: "submitted", submittedAt: new Date(), targetKey: orderId });
    expect(await pageOf(orderId)).toMatchObject({
      title: "Payment received, delivery is starting",
      forecast: { within: "6 hours" },
    });
    await shop.refund(orderId);
    expect(await pageOf(orderId)).toMatchObject({
      title: "Your payment is going back",
      detail: expect.stringMatching(/^\$2\.29 is on its way back to your card\. .* may still arrive\.$/),
      forecast: null,
    });
    await shop.sendRefunds(orderId);
    expect(await pageOf(orderId)).toMatchObject({
      title: "Your payment has gone back",
      detail: expect.stringMatching(/^\$2\.29 has gone back to your card\. Your bank shows it/),
      forecast: null,
      isFinal: false,
    });
  });

  it("that is disputed says so, also after the bank has decided", async () => {
    const orderId = await paidOrder({ state: "submitted", submittedAt: new Date() });
    const id = await dispute(orderId);
    expect(await pageOf(orderId)).toMatchObject({
      title: "Delivery has stopped",
      detail: expect.stringMatching(/^Your bank is looking into the payment\. We send nothing more/),
    });
    await decide(id, "lost");
    expect((await pageOf(orderId)).detail).toMatch(/^Your bank has given you \$2\.29 back\. We send nothing/);
  });

  it.each([
    [
      "on hold",
      { blockedAt: new Date(), blockedReason: "operator" },
      "Payment received, delivery is on hold",
    ],
    ["withdrawn from", { withdrawnAt: new Date() }, "You withdrew from this order"],
  ])("that is %s does not say that delivery is starting", async (_, data, title) => {
    const { orderId } = await shop.placePaid();
    await shop.setItems(orderId, { state: "submitted", submittedAt: new Date(), targetKey: orderId });
    await db().order.update({ where: { id: orderId }, data });
    expect(await pageOf(orderId)).toMatchObject({ title, forecast: null });
  });
});

describe("an order that has ended", () => {
  it("says what an earlier refund paid and what is still owed, and is final once both have gone back", async () => {
    const placed = await shop.placePaid();
    const { orderId } = placed;
    await sendRefund(shop.deps(), await shop.requestRefund(placed, 50));
    await shop.end(orderId, "partial", 40);
    const money = "$0.50 has gone back to your card. $0.87 goes back to your card.";
    expect(await pageOf(orderId)).toMatchObject({
      detail: expect.stringContaining(`40 of 100 followers were delivered. ${money} Your bank`),
      isFinal: false,
    });
    expect(await cardOf(orderId)).toBe(`40 of 100 followers delivered. ${money}`);
    await refundUndelivered(db(), orderId);
    expect(await pageOf(orderId)).toMatchObject({
      detail: expect.stringContaining("$0.87 is on its way back to your card."),
      isFinal: false,
    });
    await shop.sendRefunds(orderId);
    expect(await pageOf(orderId)).toMatchObject({
      detail: expect.stringContaining("$1.37 has gone back to your card."),
      isFinal: true,
    });
  });

  it("says that our team checks a held refund, and what it decided, beside an earlier one", async () => {
    await setSetting(db(), "autoRefundsPerHour", 0);
    const placed = await shop.placePaid();
    const { orderId } = placed;
    await sendRefund(shop.deps(), await shop.requestRefund(placed, 50));
    await shop.end(orderId, "partial", 40);
    await refundUndelivered(db(), orderId);
    expect(await pageOf(orderId)).toMatchObject({
      detail: expect.stringMatching(
        /\$0\.50 has gone back to your card\. .* Our team is checking a refund of \$0\.87\./,
      ),
      isFinal: false,
    });
    const held = await db().refund.findFirstOrThrow({ where: { orderId, status: "held" } });
    await dropRefund(db(), { refundId: held.id, ...byOps });
    expect(await pageOf(orderId)).toMatchObject({
      detail: expect.stringMatching(
        /\$0\.50 has .* refund of \$0\.87 and decided against it\. If you don't agree/,
      ),
      isFinal: true,
    });
  });

  it("disputed before sending promises no refund, and says once the bank has paid the buyer", async () => {
    const orderId = await paidOrder();
    const id = await dispute(orderId);
    const open = await pageOf(orderId);
    expect(open).toMatchObject({
      title: "Your order was cancelled",
      detail: "Nothing was delivered. Your bank is looking into the payment.",
      isFinal: false,
    });
    expect(open.timeline).toMatch(/Nothing was delivered$/);
    await decide(id, "lost");
    expect(await pageOf(orderId)).toMatchObject({
      detail: "Nothing was delivered. Your bank has given you $2.29 back.",
      isFinal: true,
    });
    expect(await cardOf(orderId)).toBe("0 of 100 followers delivered. Your bank has given you $2.29 back.");
  });

  it("says that a refund which had been sent did not reach the card, until it is sent again", async () => {
    await readClockAhead(database.current);
    const { orderId } = await shop.placePaid();
    await webhooks.deliver();
    await shop.end(orderId, "partial", 40);
    await refundUndelivered(db(), orderId);
    await shop.sendRefunds(orderId);
    expect((await pageOf(orderId)).isFinal).toBe(true);
    const [sent] = (await shop.order(orderId)).refunds;
    await stripe.control(`/refund/${sent?.stripeRefundId}/failed`);
    await webhooks.handled();
    const bounced = await pageOf(orderId);
    expect(bounced).toMatchObject({
      detail: expect.stringMatching(
        /delivered\. A refund of \$1\.37 did not reach your card\. Our team will/,
      ),
      isFinal: false,
    });
    expect(bounced.timeline).toMatch(/sent back to the card\n\$1\.37 did not reach the card$/);
    expect(await cardOf(orderId)).toMatch(/A refund of \$1\.37 did not reach your card/);
    await retryRefund(db(), { refundId: sent?.id ?? "", ...byOps });
    await shop.sendRefunds(orderId);
    expect(await pageOf(orderId)).toMatchObject({
      detail: expect.stringMatching(/delivered\. \$1\.37 has gone back to your card\. Your bank/),
      isFinal: true,
    });
  });

  it("does not say that a refund bounced whose amount was refunded while that was being recorded", async () => {
    const { orderId } = await shop.placePaid();
    await webhooks.deliver();
    await shop.end(orderId, "partial", 40);
    await refundUndelivered(db(), orderId);
    await shop.sendRefunds(orderId);
    const [sent] = (await shop.order(orderId)).refunds;
    await webhooks.handled();
    const held = await holdOrder(database.current, orderId);
    const failing = failRefund(db(), sent?.id ?? "", "expired_or_canceled_card", ["succeeded"]);
    await held.waiting(1);
    const refunding = shop.refund(orderId);
    await held.waiting(2);
    await stripe.control(`/refund/${sent?.stripeRefundId}/failed`);
    await held.release();
    await Promise.all([failing, refunding]);
    await shop.sendRefunds(orderId);
    expect(await pageOf(orderId)).toMatchObject({
      detail: expect.not.stringContaining("did not reach your card"),
      isFinal: true,
    });
  });
});
