import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { receiveStripeEvent } from "@/app/_server/stripe-webhook";
import { newId } from "@/lib/ids";
import { addMs, hour, minute } from "@/lib/time";
import { handledTypes, handleStripeEvent } from "@/lib/webhooks/stripe/handle-event";
import { listFailingEvents } from "@/lib/webhooks/stripe/queries";
import { reconcileEvents } from "@/lib/webhooks/stripe/reconcile-events";
import { useDatabase } from "../../support/database";
import { checkInvariants } from "../../support/invariants";
import { useShop } from "../../support/payments-shop";
import { useStripe, webhookSecret } from "../../support/payments-stripe";
import { useWebhookDoor } from "../../support/payments-webhook-door";

const database = useDatabase();
const stripe = useStripe();
const shop = useShop(database, stripe);
const door = useWebhookDoor((request) =>
  receiveStripeEvent(request, stripe.client(100), webhookSecret, {
    ...shop.deps(),
    stripe: stripe.client(100),
  }),
);

const reconcile = (options: { timeoutMs?: number; budgetMs?: number; now?: Date } = {}) =>
  reconcileEvents(
    { ...shop.deps(), stripe: stripe.client(options.timeoutMs) },
    { now: options.now ?? new Date(), budgetMs: options.budgetMs ?? 60_000 },
  );

const cursor = async () =>
  (await database.current.db.reconcileCursor.findUnique({ where: { name: "stripe_events" } }))?.value;

beforeEach(async () => {
  await stripe.control("/reset");
  await database.current.db
    .$executeRaw`TRUNCATE reconcile_cursors, stripe_events, stripe_event_failures, operator_alerts`;
  await database.current.db.$executeRaw`TRUNCATE orders, order_events, ledger_entries CASCADE`;
});

afterEach(async () => {
  const witnesses = { stripeControl: `${stripe.url}/_control` };
  expect(await checkInvariants(database.current.db, witnesses)).toEqual([]);
});

describe("the reconciler of events", () => {
  it("handles what no delivery has brought: payment, refund and dispute", async () => {
    const { orderId } = await shop.placeAndPay();
    const [charge] = (await stripe.view()).charges;
    await stripe.client().refunds.create({ charge: charge?.id ?? "", amount: 29 });
    await stripe.control(`/dispute/${charge?.id}`);
    const { handled, failed } = await reconcile();
    expect(failed).toBe(0);
    expect(handled).toBe(
      (await stripe.view()).events.filter((event) => handledTypes.includes(event.type)).length,
    );
    expect(await shop.order(orderId)).toMatchObject({
      paidCents: 229,
      refundedCents: 29,
      paymentStatus: "disputed",
    });
    expect(await reconcile()).toEqual({ handled: 0, failed: 0 });
  });

  it("finds an event again that was listed late, within its overlap", async () => {
    await reconcile({ now: addMs(new Date(), 5 * minute) });
    await shop.placeAndPay();
    expect((await reconcile({ now: addMs(new Date(), 10 * minute) })).handled).toBeGreaterThan(0);
  });

  it("does not ask for events from before its cursor", async () => {
    await reconcile({ now: addMs(new Date(), hour) });
    const { orderId } = await shop.placeAndPay();
    expect(await reconcile({ now: addMs(new Date(), hour) })).toEqual({ handled: 0, failed: 0 });
    await database.current.db.reconcileCursor.deleteMany();
    await reconcile();
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("leaves its cursor at what it could not handle, and goes on there", async () => {
    const { orderId } = await shop.placeAndPay();
    const events = (await stripe.view()).events.filter((event) => handledTypes.includes(event.type));
    expect(await reconcile({ budgetMs: -1 })).toEqual({ handled: 0, failed: events.length });
    expect(await cursor()).toBe(String(events[0]?.created));
    expect((await reconcile()).handled).toBe(events.length);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("keeps its cursor while Stripe is away", async () => {
    await reconcile();
    const before = await cursor();
    await shop.placeAndPay();
    await stripe.faults({ delayMs: 1_000 });
    await expect(reconcile({ timeoutMs: 50 })).rejects.toMatchObject({ code: "payment_unavailable" });
    expect(await cursor()).toBe(before);
    await stripe.heal();
    await reconcile();
  });

  it("racing the deliveries handles each event once", async () => {
    const { orderId } = await shop.placeAndPay();
    const events = (await stripe.view()).events;
    await Promise.all([
      reconcile(),
      reconcile(),
      ...events.map((event) => handleStripeEvent(shop.deps(), event)),
    ]);
    const order = await shop.order(orderId);
    expect(order.events.filter((event) => event.type === "order.paid")).toHaveLength(1);
    expect(order.items).toHaveLength(1);
  });
});

describe("an event that can't be handled", () => {
  it("is kept with its code and its count, alarms the third time, and is gone when it succeeds", async () => {
    await stripe.deliverTo(door.url);
    await stripe.faults({ webhooks: "paused" });
    const { orderId, sessionId } = await shop.placeAndPay();
    const { db } = database.current;
    const [event] = (await stripe.eventsOf(sessionId)).filter(
      ({ type }) => type === "checkout.session.completed",
    );
    // The door's own client gives up after 100 ms.
    await stripe.faults({ delayMs: 400 });
    const deliver = () => stripe.control(`/redeliver/${event?.id}`, { times: 1 });
    for (const times of [1, 2, 3]) {
      expect(await deliver()).toEqual({ statuses: [503] });
      expect(await listFailingEvents(db, { limit: 10 })).toMatchObject([
        { id: event?.id, type: "checkout.session.completed", code: "payment_unavailable", times },
      ]);
    }
    const alert = () => db.operatorAlert.findUnique({ where: { key: "failing_events" } });
    expect(await alert()).toMatchObject({ resolvedAt: null, times: 1 });
    await stripe.heal();
    await stripe.faults({ webhooks: "paused" });
    expect((await reconcile()).handled).toBeGreaterThan(0);
    expect(await listFailingEvents(db, { limit: 10 })).toEqual([]);
    expect((await alert())?.resolvedAt).not.toBeNull();
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("does not make the failure worse when the failure can't be written down either", async () => {
    const { db } = database.current;
    await db.$executeRaw`ALTER TABLE stripe_event_failures RENAME TO elsewhere`;
    const [session] = [await shop.placeAndPay()];
    const [event] = await stripe.eventsOf(session.sessionId);
    await stripe.faults({ delayMs: 400 });
    const deps = { ...shop.deps(), stripe: stripe.client(50) };
    await expect(handleStripeEvent(deps, { ...event, id: `evt_${newId()}` } as never)).rejects.toMatchObject({
      code: "payment_unavailable",
    });
    await db.$executeRaw`ALTER TABLE elsewhere RENAME TO stripe_event_failures`;
    await stripe.heal();
    await reconcile();
  });
});
