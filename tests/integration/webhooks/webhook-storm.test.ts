import { describe, expect, it } from "vitest";
import { openEventStore, receiveStripeEvent } from "@/app/_server/http/answer-webhook";
import { settlePayment } from "@/lib/payments/settle-payment";
import { Semaphore } from "@/lib/semaphore";
import { storeEvents } from "@/lib/webhooks/stripe/store-events";
import { holdOrder } from "../../support/holding";
import { useShopAtStripe } from "../../support/shop";
import { withWatchedConnection } from "../../support/statements";
import { webhookSecret } from "../../support/stripe";
import { deliveryOf, eventOf, handleStoredEvents, signedRequest } from "../../support/stripe-webhooks";

const { database, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();
const receive = async (request: Request) =>
  receiveStripeEvent(await deliveryOf(request), stripe.client(), webhookSecret, (event) =>
    storeEvents(database.current.db, [event]),
  );
const handle = () => handleStoredEvents(shop.deps());

const completed = "checkout.session.completed";

const keptEvents = (id: string) => database.current.db.stripeEvent.findMany({ where: { id } });

/** The queue and the priority of the jobs that wait for an event. */
const waitingJobs = (id: string) =>
  database.current.db.$queryRaw<{ queue: string; priority: number }[]>`
    SELECT queue_name AS queue, priority::int FROM graphile_worker.jobs WHERE key = ${`stripe-event:${id}`}`;

describe("a delivery", () => {
  it("is acknowledged while Stripe hangs and while the order is locked", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await stripe.faults({ delayMs: 600_000 });
    const gate = await holdOrder(database.current, orderId);
    const event = eventOf(completed, { object: "checkout.session", id: sessionId });
    expect((await receive(signedRequest(event))).status).toBe(200);
    await stripe.heal();
    await gate.release();
    await handle();
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("among 200 at once uses one connection, and all are stored by few statements", async () => {
    const events = Array.from({ length: 200 }, () => eventOf("charge.updated", { object: "charge" }));
    await withWatchedConnection(database.current.url, async (connection) => {
      const store = openEventStore(connection.db);
      const answers = await Promise.all(
        events.map(async (event) =>
          receiveStripeEvent(await deliveryOf(signedRequest(event)), stripe.client(), webhookSecret, store),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(connection.pool.totalCount).toBe(1);
      expect(connection.statements().length).toBeLessThanOrEqual(5);
    });
    const ids = events.map(({ id }) => id);
    expect(await database.current.db.stripeEvent.count({ where: { id: { in: ids } } })).toBe(200);
    await handle();
  });

  it("beyond the full queue is answered 503, so that Stripe delivers it again", async () => {
    const full = new Semaphore({ atOnce: 0, waiting: 0 });
    const event = eventOf(completed, { object: "checkout.session", id: "cs_test_x" });
    const response = await receiveStripeEvent(
      await deliveryOf(signedRequest(event)),
      stripe.client(),
      webhookSecret,
      (received) => full.run(() => storeEvents(database.current.db, [received])),
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await keptEvents(event.id)).toEqual([]);
  });

  it("of an expiry whose attempt is already closed here does not call Stripe", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    await settlePayment(shop.deps(), sessionId);
    expect(await shop.order(orderId)).toMatchObject({ status: "expired" });
    await stripe.faults({ delayMs: 600_000 });
    const event = eventOf("checkout.session.expired", { object: "checkout.session", id: sessionId });
    await receive(signedRequest(event));
    await handle();
    expect(await keptEvents(event.id)).toMatchObject([{ outcome: "The attempt was closed before." }]);
  });

  it("of an expiry does not delay a payment: it has less priority and another share of the workers", async () => {
    const expired = eventOf("checkout.session.expired", { object: "checkout.session", id: "cs_test_a" });
    const paid = eventOf(completed, { object: "checkout.session", id: "cs_test_a" });
    await receive(signedRequest(expired));
    await receive(signedRequest(paid));
    const [[patient], [urgent]] = [await waitingJobs(expired.id), await waitingJobs(paid.id)];
    expect(urgent?.priority).toBeLessThan(patient?.priority ?? 0);
    expect(urgent?.queue).not.toBe(patient?.queue);
    await handle();
  });

  it("of a bad event does not stop the others, and its own job is tried again", async () => {
    const bad = await shop.placeAndPay();
    const good = await shop.placeAndPay({ username: "lucarows" });
    const gate = await holdOrder(database.current, bad.orderId);
    const events = [bad, good].map(({ sessionId }) =>
      eventOf(completed, { object: "checkout.session", id: sessionId }),
    );
    for (const event of events) await receive(signedRequest(event));
    const handled = handle();
    await gate.waiting(1);
    await expect.poll(async () => (await shop.order(good.orderId)).status).toBe("processing");
    await gate.terminateWaiters();
    await handled;
    await gate.release();
    expect(await keptEvents(events[0]?.id ?? "")).toMatchObject([{ outcome: null }]);
    await handle();
    expect(await shop.order(bad.orderId)).toMatchObject({ status: "processing" });
  });
});
