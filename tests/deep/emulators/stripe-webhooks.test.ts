import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  declinedCard,
  type Fixture,
  goodCard,
  type Receiver,
  sessionParams,
  startFixture,
  startReceiver,
  webhookSecret,
} from "./stripe-fixtures";

let receiver: Receiver;
let fixture: Fixture;
let folder: string;

const start = () =>
  startFixture({
    stateFile: join(folder, "stripe.json"),
    webhooks: [{ url: receiver.url, secret: webhookSecret }],
    retryMs: [20, 40],
  });

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "stripe-"));
  receiver = await startReceiver();
  fixture = await start();
});
afterEach(async () => {
  await fixture.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});

const paid = [
  "payment_intent.created",
  "charge.succeeded",
  "payment_intent.succeeded",
  "checkout.session.completed",
];

async function buy(card = goodCard): Promise<string> {
  const { id } = await fixture.stripe.checkout.sessions.create(sessionParams());
  expect((await fixture.pay(id, card)).status).toBe(303);
  return id;
}

const owedEvents = async (limit = 10) =>
  (await fixture.stripe.events.list({ delivery_success: false, limit })).data.length;

async function expireOne(): Promise<void> {
  const { id } = await fixture.stripe.checkout.sessions.create(sessionParams());
  await fixture.stripe.checkout.sessions.expire(id);
}

describe("events", () => {
  test("a payment is reported by signed events in Stripe's shape, in order", async () => {
    const id = await buy();
    await expect.poll(() => receiver.types()).toEqual(paid);
    expect(receiver.refused).toBe(0);
    const event = receiver.received[3];
    expect(event).toMatchObject({
      object: "event",
      api_version: "2026-10-28.endive",
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      data: { object: { id, payment_status: "paid", status: "complete", client_reference_id: "order-1" } },
    });
    expect(event?.id).toMatch(/^evt_/);
    expect(event?.created).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  test("an event caused by an API call names the request and its key", async () => {
    const { id } = await fixture.stripe.checkout.sessions.create(sessionParams());
    const expired = await fixture.stripe.checkout.sessions.expire(id, {}, { idempotencyKey: "expire:1" });
    await expect.poll(() => receiver.types()).toEqual(["checkout.session.expired"]);
    expect(receiver.received[0]?.request).toEqual({
      id: expired.lastResponse.requestId,
      idempotency_key: "expire:1",
    });
  });

  test("refunds and disputes are reported with the cumulative amount", async () => {
    const session = await fixture.stripe.checkout.sessions.retrieve(await buy(), {
      expand: ["payment_intent"],
    });
    const intent = session.payment_intent;
    if (intent === null || typeof intent === "string") throw new Error("not expanded");
    await fixture.stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    await fixture.stripe.refunds.create({ payment_intent: intent.id, amount: 50 });
    await fixture.control(`/dispute/${String(intent.latest_charge)}`);
    await expect.poll(() => receiver.types()).toContain("charge.dispute.created");
    await expect.poll(owedEvents).toBe(0);
    const refunded = receiver.received.flatMap((event) =>
      event.type === "charge.refunded" ? [event.data.object] : [],
    );
    expect(refunded.map((charge) => charge.amount_refunded)).toEqual([100, 150]);
    expect(refunded[0]?.metadata).toEqual({ order_id: "order-1" });
    expect(receiver.types()).toEqual(expect.arrayContaining(["refund.created", "refund.updated"]));
  });

  test("a declined card is reported as a failed payment", async () => {
    const { id } = await fixture.stripe.checkout.sessions.create(sessionParams());
    await fixture.pay(id, declinedCard);
    await expect
      .poll(() => receiver.types())
      .toEqual(["payment_intent.created", "charge.failed", "payment_intent.payment_failed"]);
  });

  test("events can be listed by type, age and delivery, in pages", async () => {
    await buy();
    await buy();
    await expect.poll(owedEvents).toBe(0);
    const { events } = fixture.stripe;
    const completed = await events.list({
      types: ["checkout.session.completed", "checkout.session.expired"],
    });
    expect(completed.data.map((event) => event.type)).toEqual([paid[3], paid[3]]);
    expect((await events.list({ type: "payment_intent.*" })).data).toHaveLength(4);
    expect((await events.list({ delivery_success: true })).data).toHaveLength(8);
    const now = Math.floor(Date.now() / 1000);
    expect((await events.list({ created: { gt: now + 60 } })).data).toEqual([]);
    expect((await events.list({ created: { gte: now - 60, lte: now + 60 } })).data).toHaveLength(8);
    const first = await events.list({ limit: 3 });
    expect([first.has_more, first.data.length]).toEqual([true, 3]);
    expect(await events.list({ limit: 3 }).autoPagingToArray({ limit: 100 })).toHaveLength(8);
    const one = first.data[0];
    expect(await events.retrieve(one?.id ?? "")).toEqual(one);
  });
});

describe("delivery", () => {
  test("a refused event is sent again under the same id until it is accepted", async () => {
    receiver.answers = [200, 200, 200, 500, 503];
    await buy();
    await expect.poll(() => receiver.received.length).toBe(6);
    await expect.poll(owedEvents).toBe(0);
    expect(new Set(receiver.received.slice(3).map((event) => event.id)).size).toBe(1);
  });

  test("undelivered events survive a restart", async () => {
    const { port } = new URL(receiver.url);
    await receiver.close();
    const id = await buy();
    expect(await owedEvents()).toBe(4);
    await fixture.close();
    receiver = await startReceiver(Number(port));
    fixture = await start();
    await expect.poll(() => receiver.types().sort()).toEqual([...paid].sort());
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: "paid" });
  });

  test("paused holds all events back until normal", async () => {
    await fixture.control("/faults", { webhooks: "paused" });
    await buy();
    await buy();
    const { data: events } = await fixture.stripe.events.list({ delivery_success: false });
    expect(events).toHaveLength(8);
    // A redelivery is sent despite the pause. Once it has arrived, any event that was not held back would have, too.
    await fixture.control(`/redeliver/${events[0]?.id}`, { ageSeconds: 301 });
    expect([receiver.refused, receiver.received]).toEqual([1, []]);
    await fixture.control("/faults", { webhooks: "normal" });
    await expect.poll(() => receiver.received.length).toBe(8);
    // Each payment's events come in order; the two payments do not wait for each other.
    const payments = new Map<unknown, string[]>();
    for (const { type, data } of receiver.received) {
      const { payment_intent: intent, id } = data.object as { payment_intent?: string; id: string };
      const payment = intent ?? id;
      payments.set(payment, [...(payments.get(payment) ?? []), type]);
    }
    expect([...payments.values()]).toEqual([paid, paid]);
  });

  test("events owed to a slow address are sent 32 at a time", async () => {
    await fixture.control("/faults", { webhooks: "paused" });
    await Promise.all(Array.from({ length: 40 }, expireOne));
    receiver.together = 100;
    await fixture.control("/faults", { webhooks: "normal" });
    await expect.poll(() => receiver.received.length).toBe(32);
    const { data } = await fixture.stripe.events.list({ delivery_success: false, limit: 100 });
    expect([data.length, receiver.received.length]).toEqual([40, 32]);
    receiver.together = 1;
    // A redelivery does not wait for one of the 32 places; its arrival releases the answers that are held.
    await fixture.control(`/redeliver/${data[0]?.id}`);
    await expect.poll(() => owedEvents(100)).toBe(0);
  });

  test("duplicate sends each event twice at once", async () => {
    await fixture.control("/faults", { webhooks: "duplicate" });
    receiver.together = 2;
    await buy();
    await expect.poll(() => receiver.received.length).toBe(8);
    expect(new Set(receiver.received.map((event) => event.id)).size).toBe(4);
  });

  test("reverse sends the events of one action backwards", async () => {
    await fixture.control("/faults", { webhooks: "reverse" });
    await buy();
    await expect.poll(() => receiver.types()).toEqual([...paid].reverse());
  });

  test("an event can be sent again many times at once", async () => {
    await buy();
    await expect.poll(() => receiver.types()).toEqual(paid);
    const response = await fixture.control(`/redeliver/${receiver.received[3]?.id}`, { times: 10 });
    expect(await response.json()).toEqual({ statuses: Array(10).fill(200) });
    expect(receiver.types().filter((type) => type === "checkout.session.completed")).toHaveLength(11);
  });

  test("a delivery signed 301 seconds ago does not verify, one of 290 does", async () => {
    await buy();
    await expect.poll(() => receiver.types()).toEqual(paid);
    const again = async (ageSeconds: number) =>
      (await fixture.control(`/redeliver/${receiver.received[3]?.id}`, { ageSeconds })).json();
    expect(await again(301)).toEqual({ statuses: [400] });
    expect(await again(290)).toEqual({ statuses: [200] });
  });

  test("new addresses get the events that the old ones never accepted", async () => {
    await receiver.close();
    await buy();
    receiver = await startReceiver();
    await fixture.control("/hooks", { hooks: [{ url: receiver.url, secret: webhookSecret }] });
    await expect.poll(() => receiver.types().sort()).toEqual([...paid].sort());
  });
});

describe("time and banks", () => {
  test("a session expires when its time is over", async () => {
    const { id } = await fixture.stripe.checkout.sessions.create(sessionParams());
    await fixture.close();
    const stateFile = join(folder, "stripe.json");
    const state = JSON.parse(await readFile(stateFile, "utf8"));
    state.sessions[id].session.expires_at = Math.floor(Date.now() / 1000) + 1;
    await writeFile(stateFile, JSON.stringify(state));
    fixture = await start();
    await expect.poll(() => receiver.types()).toEqual(["checkout.session.expired"]);
    expect((await fixture.pay(id, goodCard)).status).toBe(410);
  });

  test("the control expires an open session, and only an open one", async () => {
    const { id } = await fixture.stripe.checkout.sessions.create(sessionParams());
    expect((await fixture.control(`/expire/${id}`)).status).toBe(200);
    await expect.poll(() => receiver.types()).toEqual(["checkout.session.expired"]);
    expect((await fixture.control(`/expire/${id}`)).status).toBe(400);
  });

  test("a delayed payment completes the session unpaid and is paid later", async () => {
    const id = await buy("async");
    const read = () => fixture.stripe.checkout.sessions.retrieve(id);
    expect(await read()).toMatchObject({ status: "complete", payment_status: "unpaid" });
    expect((await fixture.control(`/async/${id}/succeeded`)).status).toBe(200);
    expect(await read()).toMatchObject({ payment_status: "paid" });
    await expect.poll(() => receiver.types().at(-1)).toBe("checkout.session.async_payment_succeeded");
    expect((await fixture.control(`/async/${id}/succeeded`)).status).toBe(400);
  });

  test("a delayed payment can fail", async () => {
    const id = await buy("async");
    await fixture.control(`/async/${id}/failed`);
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: "unpaid" });
    await expect.poll(() => receiver.types().at(-1)).toBe("checkout.session.async_payment_failed");
  });

  test.each([
    "/expire/x",
    "/async/x/succeeded",
    "/async/x/maybe",
    "/redeliver/x",
    "/dispute/x",
    "/refund/x/failed",
    "/x",
  ])("the control %s answers 404 in JSON", async (path) => {
    const response = await fixture.control(path);
    expect([response.status, typeof (await response.json()).error.message]).toEqual([404, "string"]);
  });

  test("the control shows what happened", async () => {
    const id = await buy();
    const shown = await fetch(`${fixture.url}/_control`).then((response) => response.json());
    expect(shown.sessions).toMatchObject([
      { id, metadata: { order_id: "order-1" }, payment_status: "paid", url: null },
    ]);
    expect(shown.charges).toMatchObject([{ amount: 509, payment_intent: shown.sessions[0].payment_intent }]);
    expect(shown.refunds).toEqual([]);
    expect(shown.events.map((event: { type: string }) => event.type)).toEqual(paid);
  });
});
