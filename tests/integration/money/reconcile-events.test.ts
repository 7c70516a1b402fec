import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "@/lib/base/ids";
import { addMs, day, hour, minute, unixSeconds } from "@/lib/base/time/time";
import { listFailingEvents } from "@/lib/money/webhooks/event-failures";
import { handleEvent } from "@/lib/money/webhooks/event-handlers";
import { isUsedEvent } from "@/lib/money/webhooks/event-types";
import { receivedEventSchema } from "@/lib/money/webhooks/received-event";
import { reconcileEvents } from "@/lib/money/webhooks/reconcile-events";
import { requeueEvents, storeEvents } from "@/lib/money/webhooks/store-events";
import { codeOf, errorOf } from "../../support/database";
import { useShopAtStripe } from "../../support/shop";
import { handleStoredEvents } from "../../support/stripe-webhooks";

const { db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();

const reconcile = (options: { timeoutMs?: number; budgetMs?: number; now?: Date } = {}) =>
  reconcileEvents(
    { ...shop.deps(), stripe: stripe.client(options.timeoutMs) },
    { now: options.now ?? new Date(), budgetMs: options.budgetMs ?? 60_000 },
  );

const cursor = async () =>
  Number((await db().reconcileCursor.findUnique({ where: { name: "stripe_events" } }))?.value);

const usedEvents = async () => (await stripe.view()).events.filter((event) => isUsedEvent(event.type));

const jobsOfEvents = () =>
  db().$queryRaw<{ key: string }[]>`
    SELECT key FROM graphile_worker.jobs WHERE task_identifier = 'handle-stripe-event'`;

beforeEach(async () => {
  await stripe.control("/reset");
  await db()
    .$executeRaw`TRUNCATE reconcile_cursors, stripe_events, stripe_event_failures, operator_alerts, graphile_worker._private_jobs`;
  await db().$executeRaw`TRUNCATE orders, order_events, ledger_entries CASCADE`;
});

describe("the reconciler of events", () => {
  it("stores events that were never delivered, with their jobs: payment, refund and dispute", async () => {
    const { orderId } = await shop.placeAndPay();
    const [charge] = (await stripe.view()).charges;
    await stripe.client().refunds.create({ charge: charge?.id ?? "", amount: 29 });
    await stripe.control(`/dispute/${charge?.id}`);
    const events = await usedEvents();
    expect(await reconcile()).toBe(events.length);
    expect(await jobsOfEvents()).toHaveLength(events.length);
    await handleStoredEvents(shop.deps());
    expect(await shop.order(orderId)).toMatchObject({
      paidCents: 229,
      refundedCents: 29,
      paymentStatus: "disputed",
    });
    expect(await reconcile()).toBe(0);
  });

  it("finds an event that Stripe listed late, within its overlap", async () => {
    await reconcile({ now: addMs(new Date(), 5 * minute) });
    await shop.placeAndPay();
    expect(await reconcile({ now: addMs(new Date(), 10 * minute) })).toBeGreaterThan(0);
    await handleStoredEvents(shop.deps());
  });

  it("does not ask for events from before its cursor", async () => {
    await reconcile({ now: addMs(new Date(), hour) });
    const { orderId } = await shop.placeAndPay();
    expect(await reconcile({ now: addMs(new Date(), hour) })).toBe(0);
    await db().reconcileCursor.deleteMany();
    await reconcile();
    await handleStoredEvents(shop.deps());
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("moves a cursor back to the present that a wrong clock set into the future", async () => {
    const inTenDays = String(unixSeconds(addMs(new Date(), 10 * day)));
    await db().reconcileCursor.create({ data: { name: "stripe_events", value: inTenDays } });
    const { orderId } = await shop.placeAndPay();
    expect(await reconcile()).toBeGreaterThan(0);
    expect(await cursor()).toBeLessThan(Number(inTenDays));
    await handleStoredEvents(shop.deps());
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("without time reads nothing and stores no cursor; the next run reads all", async () => {
    const { orderId } = await shop.placeAndPay();
    expect(await reconcile({ budgetMs: -1 })).toBe(0);
    expect(await db().reconcileCursor.count()).toBe(0);
    expect(await reconcile()).toBeGreaterThan(0);
    await handleStoredEvents(shop.deps());
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("moves its cursor on although the stored events were not handled yet, and their jobs stay", async () => {
    await shop.placeAndPay();
    await reconcile();
    const stored = await cursor();
    await expect(reconcile({ now: addMs(new Date(), minute) })).resolves.toBe(0);
    expect(await cursor()).toBeGreaterThan(stored);
    expect(await jobsOfEvents()).toHaveLength((await usedEvents()).length);
    await handleStoredEvents(shop.deps());
  });

  it("keeps its cursor while Stripe is away", async () => {
    await reconcile();
    const before = await cursor();
    await shop.placeAndPay();
    await stripe.faults({ delayMs: 1_000 });
    expect(await codeOf(reconcile({ timeoutMs: 50 }))).toBe("payment_unavailable");
    expect(await cursor()).toBe(before);
    await stripe.heal();
    await reconcile();
    await handleStoredEvents(shop.deps());
  });

  it("stores each event once, with one job, when it races the deliveries", async () => {
    const { orderId } = await shop.placeAndPay();
    const events = (await usedEvents()).map((event) => receivedEventSchema.parse(event));
    const stored = await Promise.all([reconcile(), reconcile(), storeEvents(db(), [...events, ...events])]);
    expect(stored.reduce((sum, count) => sum + count)).toBe(events.length);
    expect(await jobsOfEvents()).toHaveLength(events.length);
    await Promise.all([handleStoredEvents(shop.deps()), handleStoredEvents(shop.deps())]);
    const order = await shop.order(orderId);
    expect(order.events.filter((event) => event.type === "order.paid")).toHaveLength(1);
    expect(order.items).toHaveLength(1);
  });
});

describe("an event that can't be handled", () => {
  /** Stores the events of a paid order; returns the id of the event that reports the payment. */
  async function storedPayment() {
    const placed = await shop.placeAndPay();
    await reconcile();
    const [event] = (await stripe.eventsOf(placed.sessionId)).filter(
      ({ type }) => type === "checkout.session.completed",
    );
    return { ...placed, eventId: event?.id ?? "" };
  }
  const withShortTimeout = () => ({ ...shop.deps(), stripe: stripe.client(50) });

  it("is listed with its code and count, raises an alert the third time, and is cleared when it succeeds", async () => {
    const { orderId, eventId } = await storedPayment();
    await stripe.faults({ delayMs: 400 });
    for (const times of [1, 2, 3]) {
      expect(await codeOf(handleEvent(withShortTimeout(), eventId))).toBe("payment_unavailable");
      expect(await listFailingEvents(db(), { limit: 10 })).toMatchObject([
        { id: eventId, type: "checkout.session.completed", code: "payment_unavailable", times },
      ]);
    }
    const alert = () => db().operatorAlert.findUnique({ where: { key: "failing_events" } });
    expect(await alert()).toMatchObject({ resolvedAt: null, times: 1 });
    await stripe.heal();
    await handleStoredEvents(shop.deps());
    await reconcile();
    expect(await listFailingEvents(db(), { limit: 10 })).toEqual([]);
    expect((await alert())?.resolvedAt).toBeInstanceOf(Date);
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("keeps its own error when the failure can't be recorded either", async () => {
    const { eventId } = await storedPayment();
    await db().$executeRaw`ALTER TABLE stripe_event_failures RENAME TO elsewhere`;
    await stripe.faults({ delayMs: 400 });
    expect(await codeOf(handleEvent(withShortTimeout(), eventId))).toBe("payment_unavailable");
    await db().$executeRaw`ALTER TABLE elsewhere RENAME TO stripe_event_failures`;
    await stripe.heal();
    await handleStoredEvents(shop.deps());
  });

  it("gets a lost job back at once, and one whose attempts are used up one more in an hour", async () => {
    const { eventId } = await storedPayment();
    await handleStoredEvents(shop.deps());
    expect(await requeueEvents(db())).toBe(0);
    await db().stripeEvent.update({ where: { id: eventId }, data: { outcome: null } });
    // The event's job is still there.
    expect(await requeueEvents(db())).toBe(0);
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
    expect(await requeueEvents(db())).toBe(1);
    await db()
      .$executeRaw`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'down'`;
    expect(await requeueEvents(db())).toBe(1);
    expect(await requeueEvents(db())).toBe(0);
    const left = await db().$queryRaw`
      SELECT attempts, last_error AS error, round(extract(epoch FROM run_at - now()) / 60)::int AS minutes
      FROM graphile_worker.jobs`;
    expect(left).toEqual([{ attempts: 7, error: "down", minutes: 60 }]);
    await handleStoredEvents(shop.deps());
  });

  it("with a subject that can't be read does not keep the others from getting their jobs back", async () => {
    const { eventId } = await storedPayment();
    const odd = {
      id: `evt_${newId()}`,
      type: "checkout.session.completed",
      createdAt: new Date(),
      subject: "odd",
    };
    await db().stripeEvent.create({ data: { ...odd, receivedAt: new Date("2026-01-01") } });
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
    await requeueEvents(db());
    const keys = (await jobsOfEvents()).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining([`stripe-event:${odd.id}`, `stripe-event:${eventId}`]));
    expect(await errorOf(handleEvent(shop.deps(), odd.id))).toBeInstanceOf(Error);
    expect(await listFailingEvents(db(), { limit: 10 })).toMatchObject([{ id: odd.id }]);
    await db().stripeEvent.delete({ where: { id: odd.id } });
    await handleStoredEvents(shop.deps());
  });

  it.each([[null], ["a text"], [7], [["a list"]]])(
    "whose subject is %j fails alone, and keeps no other event waiting",
    async (subject) => {
      const { eventId: oddId, sessionId } = await storedPayment();
      const { eventId, orderId } = await storedPayment();
      await db().$executeRaw`
        UPDATE stripe_events SET subject = ${JSON.stringify(subject)}::jsonb, received_at = now() - interval '1 day'
        WHERE id = ${oddId}`;
      await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
      await requeueEvents(db());
      const keys = (await jobsOfEvents()).map(({ key }) => key);
      expect(keys).toEqual(expect.arrayContaining([`stripe-event:${oddId}`, `stripe-event:${eventId}`]));
      await handleEvent(shop.deps(), eventId);
      expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
      await expect(handleEvent(shop.deps(), oddId)).rejects.toThrow();
      expect(await listFailingEvents(db(), { limit: 10 })).toMatchObject([{ id: oddId, code: "internal" }]);
      await shop.settle(sessionId);
      await db().stripeEvent.deleteMany({ where: { id: oddId } });
      await db().stripeEventFailure.deleteMany();
    },
  );
});
