import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startStripe } from "@/lib/local/stripe/start";
import { closeServer, listen } from "../../support/listen";
import { declinedCard, goodCard } from "../../support/purchase";
import { watchReads } from "../../support/watched-reads";

// The shop's own calls of Stripe are tested in tests/integration. These tests look at the rest.

const webhookSecret = "whsec_for_the_tests";
const paid = [
  "payment_intent.created",
  "charge.succeeded",
  "payment_intent.succeeded",
  "checkout.session.completed",
];

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let emulator: Awaited<ReturnType<typeof startStripe>>;
let stripe: Stripe;
beforeEach(async () => {
  receiver = await startReceiver();
  const webhooks = [{ url: receiver.url, secret: webhookSecret }];
  emulator = await startStripe({ port: 0, webhooks });
  const { hostname, port } = new URL(emulator.url);
  stripe = new Stripe("sk_test_fixture", { host: hostname, port: Number(port), protocol: "http" });
});
afterEach(async () => {
  await emulator.close();
  await receiver.close();
});

/** A shop's webhook handler: it verifies with the SDK and remembers. */
async function startReceiver() {
  const held: (() => void)[] = [];
  const receiver = {
    url: "",
    /** Verified events in the order they came, repetitions included. */
    received: [] as Stripe.Event[],
    types: () => receiver.received.map((event): string => event.type),
    /** Signatures that did not verify. */
    refused: 0,
    /** Deliveries are answered only when this many are open at the same time. */
    together: 1,
    close: () => closeServer(server),
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signature = request.headers["stripe-signature"] ?? "";
    try {
      receiver.received.push(Stripe.webhooks.constructEvent(body, signature, webhookSecret));
    } catch {
      receiver.refused += 1;
      response.statusCode = 400;
    }
    held.push(() => response.end());
    if (held.length < receiver.together) return;
    for (const release of held.splice(0)) release();
  });
  receiver.url = `http://127.0.0.1:${await listen(server)}/api/webhooks/stripe`;
  return receiver;
}

const control = (path: string, body: unknown = {}) =>
  fetch(`${emulator.url}/_control${path}`, { method: "POST", body: JSON.stringify(body) });

const lineItem = (name: string, cents: number, quantity: number) => ({
  quantity,
  price_data: { currency: "usd", unit_amount: cents, product_data: { name } },
});

/** Opens a session as the shop does: two lines, 229 and 2 × 140 cents. */
const open = (changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create({
    mode: "payment",
    client_reference_id: "order-1",
    customer_email: "buyer@example.com",
    success_url: "http://127.0.0.1:1/success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:1/order/token?canceled=1",
    line_items: [lineItem("100 followers", 229, 1), lineItem("+500 followers", 140, 2)],
    ...changes,
  });

const pay = (sessionId: string, card: string, form: Record<string, string> = {}) =>
  fetch(`${emulator.url}/checkout/${sessionId}/complete`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ card, email: "buyer@example.com", ...form }),
  });

async function buy(): Promise<string> {
  const { id } = await open();
  expect((await pay(id, goodCard)).status).toBe(303);
  return id;
}

/** The Stripe error that a promise rejects with. Any other outcome fails the test. */
async function stripeError(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await promise.then(
    () => new Error("the call succeeded"),
    (error: unknown) => error,
  );
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw outcome;
}

describe("sessions", () => {
  const unitAmount = "line_items[0][price_data][unit_amount]";
  test.each<[string, Partial<Stripe.Checkout.SessionCreateParams>, string | undefined, string | undefined]>([
    ["a total under 50 cents", { line_items: [lineItem("x", 49, 1)] }, undefined, "amount_too_small"],
    [
      "a fraction of a cent",
      { line_items: [lineItem("x", 50.5, 1)] },
      unitAmount,
      "parameter_invalid_integer",
    ],
    ["a relative address", { success_url: "/success" }, "success_url", "url_invalid"],
    ["29 minutes to live", { expires_at: Math.floor(Date.now() / 1000) + 29 * 60 }, "expires_at", undefined],
  ])("%s is refused", async (_, changes, param, code) => {
    const error = await stripeError(open(changes));
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
    expect([error.statusCode, error.param, error.code]).toEqual([400, param, code]);
  });

  test("an expired session can neither be paid nor expired again", async () => {
    const { id } = await open();
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: "expired", url: null });
    expect((await pay(id, goodCard)).status).toBe(410);
    const error = await stripeError(stripe.checkout.sessions.expire(id));
    expect(error).toMatchObject({ statusCode: 400, code: "checkout_session_not_open" });
  });
});

describe("a key", () => {
  test.each(["a-key-of-another-shop", "pk_test_publishable"])(
    "%s is refused as Stripe refuses a wrong one",
    async (key) => {
      const { hostname, port } = new URL(emulator.url);
      const other = new Stripe(key, { host: hostname, port: Number(port), protocol: "http" });
      const error = await stripeError(other.balance.retrieve());
      expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
      expect([error.statusCode, error.rawType]).toEqual([401, "invalid_request_error"]);
    },
  );
});

describe("a restricted key", () => {
  test.each<[string, (id: string) => Promise<unknown>, string]>([
    ["charge_write", () => stripe.refunds.create({ payment_intent: "pi_1" }), "charge_write"],
    ["charge_read", () => stripe.refunds.create({ payment_intent: "pi_1" }), "charge_write"],
    ["event_read", () => stripe.events.list(), "event_read"],
    [
      "charge_read",
      (id) => stripe.checkout.sessions.retrieve(id, { expand: ["payment_intent.latest_charge"] }),
      "charge_read",
    ],
  ])("without %s is refused by the right's name (%#)", async (missing, call, named) => {
    const id = await buy();
    await control("/faults", { missingRights: [missing] });
    const error = await stripeError(call(id));
    expect(error).toBeInstanceOf(Stripe.errors.StripePermissionError);
    expect(error.statusCode).toBe(403);
    expect(error.message).toContain(`'rak_${named}'`);
  });

  test("without a right to write may still read", async () => {
    await buy();
    await control("/faults", { missingRights: ["charge_write"] });
    expect((await stripe.charges.list()).data).toHaveLength(1);
  });
});

test("a field that the SDK's type has and the emulator's object lacks is noted when it is read, but no optional one", async () => {
  const missing = new Set<string>();
  const session = await watchReads(stripe, missing).checkout.sessions.retrieve(await buy(), {
    expand: ["payment_intent.latest_charge"],
  });
  const intent = session.payment_intent as Stripe.PaymentIntent;
  const charge = intent.latest_charge as Stripe.Charge;
  expect([session.consent, charge.payment_method_details?.card?.mandate]).toEqual([undefined, undefined]);
  expect([session.metadata?.anything, session.cancel_url]).toHaveLength(2);
  expect([...missing]).toEqual(["checkout.session.consent", "charge.payment_method_details.card.mandate"]);
});

describe("the payment page", () => {
  test("escapes everything that comes from outside", async () => {
    const nasty = `"><script>alert('x')</script>`;
    const { id } = await open({
      line_items: [lineItem(nasty, 500, 1)],
      cancel_url: `http://127.0.0.1:1/?a="><script>alert(1)</script>`,
      customer_email: undefined,
    });
    const page = await (await fetch(`${emulator.url}/checkout/${id}`)).text();
    expect(page).toContain("Pay $5.00");
    expect(page).not.toContain("<script>alert");
    const again = await (await pay(id, declinedCard, { name: nasty })).text();
    expect(again).toMatch(/role="alert"[^>]*>Your card was declined\./);
    expect(again).not.toContain("<script>alert");
  });
});

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

  test("paused holds all events back until normal", async () => {
    await control("/faults", { webhooks: "paused" });
    await buy();
    await buy();
    const { events } = await (await fetch(`${emulator.url}/_control`)).json();
    expect(events.map((event: Stripe.Event) => event.pending_webhooks)).toEqual(Array(8).fill(1));
    // A redelivery is sent despite the pause. Once it has arrived, any event that was not held back would have, too.
    await control(`/redeliver/${events[0]?.id}`, { ageSeconds: 301 });
    expect([receiver.refused, receiver.received]).toEqual([1, []]);
    await control("/faults", { webhooks: "normal" });
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

  test("duplicate sends each event twice at once", async () => {
    await control("/faults", { webhooks: "duplicate" });
    receiver.together = 2;
    await buy();
    await expect.poll(() => receiver.received.length).toBe(8);
    expect(new Set(receiver.received.map((event) => event.id)).size).toBe(4);
  });

  test("reverse sends the events of one action backwards", async () => {
    await control("/faults", { webhooks: "reverse" });
    await buy();
    await expect.poll(() => receiver.types()).toEqual([...paid].reverse());
  });

  test("a delivery signed 301 seconds ago does not verify, one of 290 does", async () => {
    await buy();
    await expect.poll(() => receiver.types()).toEqual(paid);
    const again = async (ageSeconds: number) =>
      (await control(`/redeliver/${receiver.received[3]?.id}`, { ageSeconds })).json();
    expect(await again(301)).toEqual({ statuses: [400] });
    expect(await again(290)).toEqual({ statuses: [200] });
  });
});

describe("controls", () => {
  test("faults merge, and an empty body shows them", async () => {
    await control("/faults", { failNext: 3 });
    await control("/faults", { delayMs: 5 });
    expect(await (await control("/faults")).json()).toEqual({
      failNext: 3,
      status: 500,
      delayMs: 5,
      loseResponse: 0,
      noUrl: 0,
      webhooks: "normal",
      missingRights: [],
    });
  });

  test.each([{ webhooks: "lost" }, { failnext: 1 }, { failNext: -1 }, [1]])(
    "refuses the fault %j",
    async (wrong) => {
      expect((await control("/faults", wrong)).status).toBe(400);
    },
  );

  test.each([
    "/expire/x",
    "/async/x/succeeded",
    "/async/x/maybe",
    "/redeliver/x",
    "/dispute/x",
    "/refund/x/failed",
    "/x",
  ])("%s answers 404 in JSON", async (path) => {
    const response = await control(path);
    expect([response.status, typeof (await response.json()).error.message]).toEqual([404, "string"]);
  });
});
