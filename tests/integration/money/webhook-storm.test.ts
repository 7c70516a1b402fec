import { describe, expect, it } from "vitest";
import { openEventStore } from "@/app/_server/http/handle-webhook";
import { Semaphore } from "@/lib/base/process/semaphore";
import { storeEvents } from "@/lib/money/webhooks/store-events";
import { holdOrder } from "../../support/holding";
import { useShopAtStripe } from "../../support/shop";
import { withWatchedConnection } from "../../support/statements";
import {
  eventOf,
  eventRows,
  handleStoredEvents,
  receiveEvent,
  sessionEvent,
  signedRequest,
} from "../../support/stripe-webhooks";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();
const receive = (event: object) =>
  receiveEvent(stripe, signedRequest(event), (received) => storeEvents(db(), [received]));
const { keptEvents, waitingJobs } = eventRows(database);
const handle = () => handleStoredEvents(shop.deps());

describe("a delivery", () => {
  it("is acknowledged while Stripe hangs and while the order is locked", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await stripe.faults({ delayMs: 600_000 });
    const gate = await holdOrder(database.current, orderId);
    const event = sessionEvent(sessionId);
    expect((await receive(event)).status).toBe(200);
    await stripe.heal();
    await gate.release();
    await handle();
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("among 200 at once uses one connection, and all are stored by few statements", async () => {
    const events = Array.from({ length: 200 }, () => eventOf("charge.failed", { object: "charge" }));
    await withWatchedConnection(database.current.url, async (connection) => {
      const store = openEventStore(connection.db);
      const answers = await Promise.all(
        events.map((event) => receiveEvent(stripe, signedRequest(event), store)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(connection.pool.totalCount).toBe(1);
      expect(connection.statements().length).toBeLessThanOrEqual(5);
    });
    const ids = events.map(({ id }) => id);
    expect(await db().stripeEvent.count({ where: { id: { in: ids } } })).toBe(200);
    await handle();
  });

  it("beyond the full queue is answered 503, so that Stripe delivers it again", async () => {
    const full = new Semaphore({ atOnce: 0, waiting: 0 });
    const event = sessionEvent("cs_test_x");
    const response = await receiveEvent(stripe, signedRequest(event), (received) =>
      full.run(() => storeEvents(db(), [received])),
    );
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
    expect(await keptEvents(event.id)).toEqual([]);
  });

  it("of an expiry whose attempt is already closed here does not call Stripe", async () => {
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    await shop.settle(sessionId);
    expect(await shop.order(orderId)).toMatchObject({ status: "expired" });
    await stripe.faults({ delayMs: 600_000 });
    const event = sessionEvent(sessionId, "checkout.session.expired");
    await receive(event);
    await handle();
    expect(await keptEvents(event.id)).toMatchObject([{ outcome: "The attempt was closed before." }]);
  });

  it("of an expiry does not delay a payment: it has less priority and another share of the workers", async () => {
    const expired = sessionEvent("cs_test_a", "checkout.session.expired");
    const paid = sessionEvent("cs_test_a");
    await receive(expired);
    await receive(paid);
    const [[expiryJob], [paymentJob]] = [await waitingJobs(expired.id), await waitingJobs(paid.id)];
    expect(paymentJob?.priority).toBeLessThan(expiryJob?.priority ?? 0);
    expect(paymentJob?.queue).not.toBe(expiryJob?.queue);
    await handle();
  });

  it("of a bad event does not stop the others, and its own job is tried again", async () => {
    const bad = await shop.placeAndPay();
    const good = await shop.placeAndPay({ username: "lucarows" });
    const gate = await holdOrder(database.current, bad.orderId);
    const events = [bad, good].map(({ sessionId }) => sessionEvent(sessionId));
    for (const event of events) await receive(event);
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
