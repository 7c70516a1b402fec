import { beforeEach, describe, expect, it } from "vitest";
import { failRefund } from "@/lib/money/refunds/record-refund";
import { refundUndelivered } from "@/lib/money/refunds/refund-undelivered";
import { receivedEventSchema } from "@/lib/money/webhooks/received-event";
import { storeEvents } from "@/lib/money/webhooks/store-events";
import { clearFlag } from "@/lib/orders/order/flag-order";
import { auditOf, byOps, setSetting } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";
import { handleStoredEvents } from "../../support/stripe-webhooks";

const { db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

beforeEach(async () => {
  // Earlier refunds no longer count, so that each test has the whole limits.
  await db().$executeRaw`UPDATE refunds SET created_at = created_at - interval '2 days'`;
  await db().$executeRaw`TRUNCATE operator_alerts, site_settings CASCADE`;
});
const paidOrder = async () => (await shop.placePaid()).orderId;

/** Makes Stripe warn about an order's charge, with the event delivered `times` times. */
async function warn(orderId: string, body: object = {}, times = 1): Promise<string> {
  return warnOf((await stripe.chargeOf(orderId)).id, body, times);
}

async function warnOf(chargeId: string, body: object = {}, times = 1): Promise<string> {
  const id = await storeWarning(chargeId, body, times);
  await handleStoredEvents(shop.deps());
  return id;
}

/** The same, with an event that is not handled yet. */
async function storeWarning(chargeId: string, body: object = {}, times = 1): Promise<string> {
  const { id } = (await stripe.control(`/fraud_warning/${chargeId}`, body)) as { id: string };
  const event = (await stripe.view()).events.find(({ data }) => "id" in data.object && data.object.id === id);
  for (let nth = 0; nth < times; nth++) {
    await storeEvents(db(), [receivedEventSchema.parse({ ...event, id: `${event?.id}${nth}` })]);
  }
  return id;
}

const alertOf = (id: string) => db().operatorAlert.findUnique({ where: { key: `fraud_warning:${id}` } });

describe("an early fraud warning", () => {
  it("refunds the whole payment once, stops unsent items, and alerts the operator", async () => {
    const orderId = await paidOrder();
    const id = await warn(orderId, { fraud_type: "made_with_stolen_card" }, 3);
    const order = await shop.order(orderId);
    expect(order.refunds).toMatchObject([{ amountCents: 229, reason: "fraud_warning", status: "requested" }]);
    expect(order.items.map(({ state }) => state)).toEqual(["canceled"]);
    expect(order).toMatchObject({ blockedReason: "fraud_warning", flagReason: "fraud_warning" });
    expect(order.events.filter(({ type }) => type === "fraud.warned")).toMatchObject([
      { data: { fraudType: "made_with_stolen_card", actionable: true, outcome: "refund" } },
    ]);
    expect(await alertOf(id)).toMatchObject({
      message: expect.stringContaining("$2.29 is refunded"),
      resolvedAt: null,
    });
    expect(await db().earlyFraudWarning.findMany({ where: { orderId } })).toMatchObject([
      { stripeWarningId: id, outcome: "refund", isActionable: true },
    ]);
    expect(await auditOf(db(), orderId)).toMatchObject([{ action: "fraud_warning.received", actor: "shop" }]);
    await clearFlag(db(), { orderId, ...byOps });
    expect((await alertOf(id))?.resolvedAt).toBeInstanceOf(Date);
  });

  it.each([
    ["that nothing can be done about", { actionable: false }, {}],
    ["above the limits of automatic refunds", {}, { autoRefundsPerHour: 0 }],
  ])("%s waits for an operator, with its items held back and not given up", async (_, body, settings) => {
    for (const [key, value] of Object.entries(settings)) await setSetting(db(), key, value);
    const orderId = await paidOrder();
    const id = await warn(orderId, body);
    const order = await shop.order(orderId);
    expect(order.refunds).toEqual([]);
    expect(order.items.map(({ state }) => state)).not.toContain("canceled");
    expect(order).toMatchObject({ blockedReason: "fraud_warning", flagReason: "fraud_warning" });
    expect((await alertOf(id))?.message).toContain("Refund it in full");
  });

  it.each([
    ["was not handled yet", null],
    ["was taken for another shop's", "Nothing was done."],
  ])(
    "whose event %s when its payment is settled stops the order before anything is sent",
    async (_, outcome) => {
      const { orderId, sessionId } = await shop.placeAndPay();
      const id = await storeWarning((await stripe.chargeOf(orderId)).id);
      await db().$executeRaw`UPDATE stripe_events SET outcome = ${outcome} WHERE subject->>'id' = ${id}`;
      await shop.settle(sessionId);
      const settled = {
        blockedReason: "fraud_warning",
        flagReason: "fraud_warning",
        items: [{ state: "canceled" }],
        refunds: [{ amountCents: 229, reason: "fraud_warning", status: "requested" }],
      };
      expect(await shop.order(orderId)).toMatchObject(settled);
      expect(await alertOf(id)).toMatchObject({ resolvedAt: null });
      await handleStoredEvents(shop.deps());
      expect(await shop.order(orderId)).toMatchObject(settled);
    },
  );

  it("about a payment that can't be the order's is told by its settlement too", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const second = await shop.secondPage(orderId);
    await stripe.pay(second);
    const { payment_intent } = await stripe.client().checkout.sessions.retrieve(second);
    const charge = (await stripe.view()).charges.find((one) => one.payment_intent === payment_intent);
    await shop.settle(sessionId);
    const id = await storeWarning(charge?.id ?? "");
    await shop.settle(second);
    expect(await shop.order(orderId)).toMatchObject({ blockedReason: null, flagReason: "fraud_warning" });
    expect((await alertOf(id))?.message).toContain("another payment");
  });

  it("that Stripe does not know any more does not keep its payment from being settled", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const { payment_intent } = await stripe.chargeOf(orderId);
    const object = { object: "radar.early_fraud_warning", id: "issfr_gone", payment_intent };
    const event = { id: "evt_gone", type: "radar.early_fraud_warning.created", created: 1 };
    await storeEvents(db(), [receivedEventSchema.parse({ ...event, data: { object } })]);
    await shop.settle(sessionId);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing", blockedReason: null });
  });

  it("causes an automatic refund, which shares its limit with those for undelivered units", async () => {
    await setSetting(db(), "autoRefundsPerHour", 1);
    const first = await paidOrder();
    const second = await paidOrder();
    await shop.end(first, "failed");
    await refundUndelivered(db(), first);
    await warn(second);
    expect((await shop.order(first)).refunds).toHaveLength(1);
    expect((await shop.order(second)).refunds).toEqual([]);
  });

  describe("about an order that was paid twice", () => {
    /** An order with two paid pages, of which none is settled, and the charge of the second. */
    async function paidTwice() {
      const { orderId, sessionId } = await shop.place();
      const second = await shop.secondPage(orderId);
      await stripe.pay(sessionId);
      await stripe.pay(second);
      const { payment_intent } = await stripe.client().checkout.sessions.retrieve(second);
      const charge = (await stripe.view()).charges.find((one) => one.payment_intent === payment_intent);
      return { orderId, sessionId, second, chargeId: charge?.id ?? "" };
    }

    it("and its second payment leaves the order alone, and says so", async () => {
      const { orderId, sessionId, second, chargeId } = await paidTwice();
      await shop.settle(sessionId);
      await shop.settle(second);
      const id = await warnOf(chargeId, {}, 2);
      const order = await shop.order(orderId);
      expect(order).toMatchObject({ blockedReason: null, flagReason: "fraud_warning" });
      expect(order.items.map(({ state }) => state)).not.toContain("canceled");
      expect(order.refunds).toMatchObject([{ reason: "second_payment", amountCents: 229 }]);
      const message = (await alertOf(id))?.message;
      expect(message).toContain("another payment");
      expect(message).not.toContain("Refund it");
      expect(await db().earlyFraudWarning.findMany({ where: { orderId } })).toMatchObject([
        { outcome: "review" },
      ]);
    });

    it("and the payment that settles it stops the order, also when the warning comes before the settlement", async () => {
      const { orderId, sessionId, chargeId } = await paidTwice();
      await warnOf(chargeId);
      await shop.settle(sessionId);
      const order = await shop.order(orderId);
      expect(order).toMatchObject({ blockedReason: "fraud_warning", attempts: [{}, { status: "paid" }] });
      expect(order.refunds.map(({ reason }) => reason)).toEqual(["fraud_warning", "second_payment"]);
    });
  });

  it("refunds nothing by itself while a failed refund waits to be sent again", async () => {
    const { orderId } = await shop.placePaid();
    const { refundId } = await shop.refund(orderId);
    await failRefund(db(), refundId, "expired_or_canceled_card", ["requested"]);
    const id = await warn(orderId);
    expect((await shop.order(orderId)).refunds).toMatchObject([{ status: "failed" }]);
    expect((await alertOf(id))?.message).toContain("Refund it in full");
  });

  it("that Stripe does not know any more changes nothing", async () => {
    const event = { object: "radar.early_fraud_warning", id: "issfr_unknown", payment_intent: "pi_unknown" };
    const at = { type: "radar.early_fraud_warning.created", created: 1 };
    await storeEvents(db(), [
      receivedEventSchema.parse({ ...at, id: "evt_foreign", data: { object: event } }),
    ]);
    await handleStoredEvents(shop.deps());
    expect((await db().stripeEvent.findUniqueOrThrow({ where: { id: "evt_foreign" } })).outcome).toBe(
      "Stripe does not know the warning any more.",
    );
  });

  it("about a payment of another shop changes nothing", async () => {
    const { id } = await stripe.openStrangePage();
    await stripe.pay(id);
    const { payment_intent } = await stripe.client().checkout.sessions.retrieve(id);
    const charge = (await stripe.view()).charges.find((one) => one.payment_intent === payment_intent);
    await warnOf(charge?.id ?? "");
    const outcome = "Not a warning about a payment of this shop.";
    expect(await db().stripeEvent.count({ where: { outcome } })).toBe(1);
  });
});
