import { beforeEach, describe, expect, it } from "vitest";
import { clearFlag } from "@/lib/orders/flag-order";
import { receivedEventSchema } from "@/lib/webhooks/stripe/received-event";
import { storeEvents } from "@/lib/webhooks/stripe/store-events";
import { auditOf, byOps, setSetting } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";
import { handleStoredEvents } from "../../support/stripe-webhooks";

const { db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

beforeEach(async () => {
  await db().$executeRaw`TRUNCATE refunds, operator_alerts, site_settings CASCADE`;
});
const paidOrder = async () => (await shop.placePaid()).orderId;

/** Makes Stripe warn about an order's charge, with the event delivered `times` times. */
async function warn(orderId: string, body: object = {}, times = 1): Promise<string> {
  const { id: chargeId } = await stripe.chargeOf(orderId);
  const { id } = (await stripe.control(`/fraud_warning/${chargeId}`, body)) as { id: string };
  const event = (await stripe.view()).events.find(({ data }) => "id" in data.object && data.object.id === id);
  for (let nth = 0; nth < times; nth++) {
    await storeEvents(db(), [receivedEventSchema.parse({ ...event, id: `${event?.id}${nth}` })]);
  }
  await handleStoredEvents(shop.deps());
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

  it("causes an automatic refund: the limit holds for these and the others together", async () => {
    await setSetting(db(), "autoRefundsPerHour", 1);
    const first = await paidOrder();
    const second = await paidOrder();
    await warn(first);
    await warn(second);
    expect((await shop.order(first)).refunds).toHaveLength(1);
    expect((await shop.order(second)).refunds).toEqual([]);
  });

  it("about a payment of another shop changes nothing", async () => {
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
});
