import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openEventStore } from "@/app/_server/http/handle-webhook";
import { newOrderId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { handleEvent } from "@/lib/money/webhooks/event-handlers";
import { forgetAnswer } from "../../support/factories";
import { useShopAtStripe } from "../../support/shop";
import {
  eventOf,
  eventRows,
  handleStoredEvents,
  receiveEvent,
  sessionEvent,
  signedRequest,
  useWebhookHandler,
} from "../../support/stripe-webhooks";

const { database, db, stripe, shop } = useShopAtStripe();
shop.checkAfterEach();
let store: ReturnType<typeof openEventStore> | undefined;
const receive = async (request: Request) => {
  store ??= openEventStore(db());
  return receiveEvent(stripe, request, store);
};
const handle = () => handleStoredEvents(shop.deps());
const handler = useWebhookHandler(receive);

const completed = "checkout.session.completed";

/** The id of a session's event of a type, once Stripe has made it. */
async function eventId(sessionId: string, type: string): Promise<string> {
  const event = (await stripe.eventsOf(sessionId)).find((candidate) => candidate.type === type);
  if (!event) throw new Error(`no ${type} for ${sessionId}`);
  return event.id;
}

const undeliveredEvents = async () =>
  (await stripe.view()).events.filter((event) => event.pending_webhooks > 0).length;

const redeliver = (id: string, times: number, ageSeconds = 0) =>
  stripe.control(`/redeliver/${id}`, { times, ageSeconds });

const { keptEvents, waitingJobs } = eventRows(database);

describe("a delivery", () => {
  it("settles the order, even if its buyer does not come back", async () => {
    await stripe.deliverTo(handler.url);
    const { orderId, sessionId } = await shop.placeAndPay();
    const id = await eventId(sessionId, completed);
    await expect.poll(() => keptEvents(id)).toMatchObject([{ outcome: null }]);
    expect(await waitingJobs(id)).toEqual([{ queue: expect.stringMatching(/^stripe-paid-/), priority: 0 }]);
    await handle();
    expect((await shop.order(orderId)).status).toBe("processing");
    expect(await shop.jobs(orderId)).toEqual(["mail", "submit"]);
    expect(await keptEvents(id)).toMatchObject([{ outcome: "The order is paid." }]);
  });

  it("repeated ten times in parallel settles the order once, and every repetition is answered 200", async () => {
    const { orderId, sessionId } = await shop.placeAndPay({ username: "lucarows" });
    await stripe.deliverTo(handler.url);
    const id = await eventId(sessionId, completed);
    expect(await redeliver(id, 10)).toEqual({ statuses: Array(10).fill(200) });
    expect(await waitingJobs(id)).toHaveLength(1);
    await Promise.all([handle(), handle()]);
    const order = await shop.order(orderId);
    expect(order).toMatchObject({ status: "processing", refunds: [] });
    expect(order.events.filter((event) => event.type === "order.paid")).toHaveLength(1);
    expect(await shop.jobs(orderId)).toEqual(["mail", "submit"]);
    expect(await keptEvents(id)).toHaveLength(1);
  });

  it("that was handled before adds no job, and its own job does not call Stripe", async () => {
    const { sessionId } = await shop.placeAndPay();
    await stripe.deliverTo(handler.url);
    const id = await eventId(sessionId, completed);
    await redeliver(id, 1);
    await handle();
    await db().$executeRaw`TRUNCATE graphile_worker._private_jobs`;
    await stripe.faults({ delayMs: 600_000 });
    expect(await redeliver(id, 1)).toEqual({ statuses: [200] });
    expect(await waitingJobs(id)).toEqual([]);
    await handleEvent(shop.deps(), id);
    expect(await keptEvents(id)).toMatchObject([{ outcome: "The order is paid." }]);
  });

  it("doubled by Stripe while the buyer's browser verifies settles fifty orders once each", async () => {
    await stripe.deliverTo(handler.url);
    await stripe.faults({ webhooks: "duplicate" });
    const ids: string[] = [];
    const kinds: string[] = [];
    // In tens: fifty at once would wait for the pool's connections longer than it allows on a busy machine.
    while (ids.length < 50) {
      const placed = await Promise.all(
        Array.from({ length: 10 }, () => shop.place({ username: "luma.ceramics" })),
      );
      const settled = placed.map(async ({ sessionId }) => {
        await stripe.pay(sessionId);
        return (await shop.settle(sessionId)).kind;
      });
      kinds.push(...(await Promise.all(settled)));
      ids.push(...placed.map(({ orderId }) => orderId));
    }
    expect(kinds).toEqual(Array(50).fill("paid"));
    await expect.poll(undeliveredEvents).toBe(0);
    await handle();
    expect(handler.answers.length).toBeGreaterThanOrEqual(100);
    expect(new Set(handler.answers.map((answer) => answer.status))).toEqual(new Set([200]));
    expect(await db().order.count({ where: { id: { in: ids }, status: "processing" } })).toBe(50);
    expect(await db().orderEvent.count({ where: { orderId: { in: ids }, type: "order.paid" } })).toBe(50);
    expect(await db().fulfillmentItem.count({ where: { orderId: { in: ids } } })).toBe(50);
    expect(await db().emailLog.count({ where: { orderId: { in: ids } } })).toBe(50);
    expect(await db().refund.count({ where: { orderId: { in: ids } } })).toBe(0);
  });

  it("that overtakes the answer to create-session finds the order by its metadata", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    await forgetAnswer(db(), orderId);
    await stripe.deliverTo(handler.url);
    expect(await redeliver(await eventId(sessionId, completed), 1)).toEqual({ statuses: [200] });
    await handle();
    expect(await shop.order(orderId)).toMatchObject({
      status: "processing",
      attempts: [{ status: "paid", stripeSessionId: sessionId }],
    });
  });

  it("of an expiry before or after a completion changes nothing, because the payment wins", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const session = {
      object: "checkout.session",
      id: sessionId,
      status: "expired",
      payment_status: "unpaid",
    };
    for (const type of ["checkout.session.expired", completed, "checkout.session.expired"]) {
      expect((await receive(signedRequest(eventOf(type, session)))).status).toBe(200);
      await handle();
    }
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("of an abandoned page, in reverse order, expires the order", async () => {
    await stripe.deliverTo(handler.url);
    await stripe.faults({ webhooks: "reverse" });
    const { orderId, sessionId } = await shop.place();
    await stripe.expire(sessionId);
    await expect.poll(undeliveredEvents).toBe(0);
    await handle();
    expect((await shop.order(orderId)).status).toBe("expired");
  });
});

describe("a signature", () => {
  const event = () => sessionEvent("cs_test_x");

  it.each<[string, () => Request]>([
    ["is missing", () => new Request("http://x/", { method: "POST", body: JSON.stringify(event()) })],
    ["is of another secret", () => signedRequest(event(), { secret: "whsec_somebody_else" })],
    ["is 301 seconds old", () => signedRequest(event(), { ageSeconds: 301 })],
    [
      "is not one",
      () =>
        new Request("http://x/", {
          method: "POST",
          headers: { "stripe-signature": "t=1,v1=00" },
          body: "{}",
        }),
    ],
    [
      "is for an empty body",
      () => new Request("http://x/", { method: "POST", headers: { "stripe-signature": "t=1,v1=00" } }),
    ],
  ])("that %s is answered 400 and nothing is written", async (_, request) => {
    const before = await writtenRows();
    const response = await receive(request());
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: { code: "invalid_signature", message: "The signature could not be verified." } },
    ]);
    expect(await writtenRows()).toEqual(before);
  });

  it("that is bad a hundred times in a minute is logged once at most", async () => {
    const log = vi.spyOn(logger, "warn").mockReturnValue(undefined);
    onTestFinished(() => log.mockRestore());
    const forged = () => signedRequest(event(), { secret: "whsec_somebody_else" });
    for (let sent = 0; sent < 100; sent++) expect((await receive(forged())).status).toBe(400);
    expect(log.mock.calls.length).toBeLessThanOrEqual(1);
  });

  it("does not cover a body that was changed by one byte", async () => {
    const { orderId, sessionId } = await shop.placeAndPay();
    const signed = signedRequest(sessionEvent(sessionId));
    const body = await signed.clone().text();
    const changed = new Request(signed.url, {
      method: "POST",
      headers: signed.headers,
      body: body.replace("checkout.session.completed", "checkout.session.complete!"),
    });
    expect((await receive(changed)).status).toBe(400);
    expect(await shop.order(orderId)).toMatchObject({ status: "pending" });
    expect((await receive(signed)).status).toBe(200);
    await handle();
    expect(await shop.order(orderId)).toMatchObject({ status: "processing" });
  });

  it("that is 290 seconds old is still valid", async () => {
    const late = eventOf("customer.created", { object: "customer", id: "cus_1" });
    expect((await receive(signedRequest(late, { ageSeconds: 290 }))).status).toBe(200);
  });

  it("is not checked when the body is larger than a mebibyte", async () => {
    const large = signedRequest(eventOf("x", { padding: "x".repeat(1024 * 1024) }));
    expect((await receive(large)).status).toBe(413);
  });

  it.each<[string, () => object]>([
    ["an empty object", () => ({})],
    ["a list", () => []],
    ["an event with a NUL in its id", () => eventOf("x", {}, "evt_\u0000")],
    ["an event whose time is a word", () => ({ ...event(), created: "now" })],
  ])("of %s is answered 400, and nothing is written", async (_, body) => {
    const before = await writtenRows();
    expect((await receive(signedRequest(body()))).status).toBe(400);
    expect(await writtenRows()).toEqual(before);
  });

  async function writtenRows() {
    return Promise.all([db().stripeEvent.count(), db().orderEvent.count(), db().paymentAttempt.count()]);
  }
});

describe("an event that is none of ours", () => {
  it.each<[string, object, string]>([
    [
      "an unknown type",
      eventOf("issuing_card.created", { object: "issuing.card", id: "ic_1" }),
      "Events of type issuing_card.created are not used.",
    ],
    [
      "a session Stripe does not know",
      sessionEvent("cs_test_gone"),
      "Stripe does not know the session any more.",
    ],
    ["an object of another kind", eventOf(completed, { object: "invoice", id: "in_1" }), "Not a session."],
    [
      "a type named like a property of every object",
      eventOf("constructor", {}),
      "Events of type constructor are not used.",
    ],
  ])("with %s is answered 200, ignored and kept with the reason", async (_, event, outcome) => {
    const response = await receive(signedRequest(event));
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    await handle();
    const { id } = event as { id: string };
    expect(await keptEvents(id)).toMatchObject([{ outcome }]);
  });

  it.each<[string, Record<string, string>]>([
    ["no order in its metadata", {}],
    ["an order id that is none", { order_id: "12", attempt: "1" }],
    ["an order of another shop", { order_id: newOrderId(), attempt: "1" }],
    ["an attempt that no order has", { order_id: newOrderId(), attempt: "99999999999" }],
  ])("about a paid session with %s is answered 200 and ignored", async (_, metadata) => {
    const session = await stripe.openStrangePage({ metadata });
    await stripe.pay(session.id);
    const event = sessionEvent(session.id);
    expect((await receive(signedRequest(event))).status).toBe(200);
    await handle();
    expect(await keptEvents(event.id)).toMatchObject([{ outcome: "Not a session of this shop." }]);
  });
});
