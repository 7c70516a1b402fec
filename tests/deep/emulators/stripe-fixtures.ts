import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type StripeOptions, startStripe } from "@/lib/local/stripe/start";
import { closeServer, listen } from "../../support/listen";

export const webhookSecret = "whsec_for_the_tests";
export const goodCard = "4242 4242 4242 4242";
export const declinedCard = "4000 0000 0000 0002";

/** The real SDK, pointed at an emulator. */
export function connect(url: string, config: Partial<Stripe.StripeConfig> = {}): Stripe {
  const { hostname, port } = new URL(url);
  return new Stripe("sk_test_fixture", { host: hostname, port: Number(port), protocol: "http", ...config });
}

export type Fixture = Awaited<ReturnType<typeof startFixture>>;

/** An emulator on a free port with the SDK, its controls and a buyer. */
export async function startFixture(options: Partial<StripeOptions> = {}) {
  const emulator = await startStripe({ port: 0, ...options });
  return {
    ...emulator,
    stripe: connect(emulator.url),
    control: (path: string, body: unknown = {}) =>
      fetch(`${emulator.url}/_control${path}`, { method: "POST", body: JSON.stringify(body) }),
    pay: (sessionId: string, card: string, form: Record<string, string> = {}) =>
      fetch(`${emulator.url}/checkout/${sessionId}/complete`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams({ card, email: "buyer@example.com", ...form }),
      }),
  };
}

/** One emulator for the tests of a file, empty before each; use it inside tests only. */
export function useFixture(config: Partial<Stripe.StripeConfig> = {}): Fixture {
  const fixture = {} as Fixture;
  beforeAll(async () => {
    const started = await startFixture();
    Object.assign(fixture, started, { stripe: connect(started.url, config) });
  });
  beforeEach(async () => {
    await fixture.control("/reset");
  });
  afterAll(() => fixture.close());
  return fixture;
}

/** The parameters of a session as the shop sends them: two lines, 229 and 2 × 140 cents. */
export function sessionParams(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    client_reference_id: "order-1",
    customer_email: "buyer@example.com",
    metadata: { order_id: "order-1" },
    payment_intent_data: { metadata: { order_id: "order-1" } },
    allowed_payment_method_types: ["card"],
    success_url: "http://127.0.0.1:1/success?session_id={CHECKOUT_SESSION_ID}",
    cancel_url: "http://127.0.0.1:1/order/token?canceled=1",
    expires_at: Math.floor(Date.now() / 1000) + 45 * 60,
    line_items: [lineItem("100 followers", 229, 1), lineItem("+500 followers", 140, 2)],
    ...changes,
  };
}

export function lineItem(
  name: string,
  unitAmountCents: number,
  quantity: number,
): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity, price_data: { currency: "usd", unit_amount: unitAmountCents, product_data: { name } } };
}

/** The Stripe error that a promise rejects with. Any other outcome fails the test. */
export async function stripeError(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await promise.then(
    () => new Error("the call succeeded"),
    (error: unknown) => error,
  );
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw outcome;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A shop's webhook handler: verifies with the SDK, remembers, answers as told. `port` 0 picks a free one. */
export async function startReceiver(port = 0) {
  const held: (() => void)[] = [];
  const receiver = {
    url: "",
    /** Verified events in the order they came, repetitions included. */
    received: [] as Stripe.Event[],
    types: () => receiver.received.map((event): string => event.type),
    /** Signatures that did not verify. */
    refused: 0,
    /** The statuses of the next answers; 200 when empty. */
    answers: [] as number[],
    /** Deliveries are answered only when this many are open at the same time. */
    together: 1,
    close: () => closeServer(server),
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const signature = request.headers["stripe-signature"] ?? "";
    try {
      receiver.received.push(Stripe.webhooks.constructEvent(body, signature, webhookSecret));
      response.statusCode = receiver.answers.shift() ?? 200;
    } catch {
      receiver.refused += 1;
      response.statusCode = 400;
    }
    held.push(() => response.end());
    if (held.length < receiver.together) return;
    for (const release of held.splice(0)) release();
  });
  receiver.url = `http://127.0.0.1:${await listen(server, port)}/api/webhooks/stripe`;
  return receiver;
}
