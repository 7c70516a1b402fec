import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import type Stripe from "stripe";
import { afterEach, beforeEach, expect } from "vitest";
import { startStripe } from "@/lib/local/stripe/start";
import { emptyState } from "@/lib/local/stripe/state";
import { openStripe, type StripeClient } from "@/lib/money/stripe/stripe-client";
import { useEmulator } from "./emulator";
import { closeServer, listen } from "./listen";
import { payAt } from "./purchase";
import { watchReads } from "./watched-reads";

export const webhookSecret = "whsec_for_the_payment_tests";

/** Everything Stripe knows, as `GET /_control` shows it. */
type StripeView = {
  sessions: Stripe.Checkout.Session[];
  charges: Stripe.Charge[];
  refunds: Stripe.Refund[];
  events: Stripe.Event[];
};

const { faults: noFaults } = emptyState([]);

/**
 * The Stripe emulator for one test file. Before each test its faults are off and it delivers no webhooks; its
 * objects stay, so that the tests of a file share one account as orders do. Use what it returns inside tests only.
 */
export function useStripe() {
  const emulator = useEmulator(() => startStripe({ port: 0, retryMs: [50, 100, 200, 400] }));
  const { url, control } = emulator;
  const view = () => emulator.view<StripeView>();
  const missingFields = new Set<string>();
  const client = (timeoutMs?: number): StripeClient =>
    watchReads(openClient(url(), timeoutMs), missingFields);
  /** The first charge of an order. */
  const chargeOf = async (orderId: string): Promise<Stripe.Charge> => {
    const charge = (await view()).charges.find(({ metadata }) => metadata.order_id === orderId);
    if (!charge) throw new Error("nothing was charged for the order");
    return charge;
  };
  beforeEach(async () => {
    await control("/hooks", { hooks: [] });
    await control("/faults", noFaults);
  });
  afterEach(() => {
    const found = [...missingFields];
    missingFields.clear();
    expect(found, "The shop reads fields that the emulator's objects lack").toEqual([]);
  });

  return {
    get url() {
      return url();
    },
    /** The shop's own client. */
    client,
    control,
    faults: (faults: Partial<typeof noFaults>) => control("/faults", faults),
    heal: () => control("/faults", noFaults),
    /** From now on events go to this address, signed with `webhookSecret`. */
    deliverTo: (address: string) => control("/hooks", { hooks: [{ url: address, secret: webhookSecret }] }),
    view,
    /** The sessions of one order, the oldest first. */
    sessionsOf: async (orderId: string) =>
      (await view()).sessions.filter((session) => session.client_reference_id === orderId),
    /** The events about one session, the oldest first. */
    eventsOf: async (sessionId: string) =>
      (await view()).events.filter(
        (event) => "id" in event.data.object && event.data.object.id === sessionId,
      ),
    chargeOf,
    /** Opens a dispute of an order's payment; returns its id. */
    dispute: async (orderId: string, body: object = {}): Promise<string> => {
      const opened = await control(`/dispute/${(await chargeOf(orderId)).id}`, body);
      return (opened as { id: string }).id;
    },
    /** Pays on the hosted page, as payAt. */
    pay: (sessionId: string, card?: string, country?: string): Promise<number> =>
      payAt(`${url()}/checkout/${sessionId}`, card, country),
    /** Opens a payment page of $5.00 that no order of the shop has. */
    openStrangePage: (params: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
      client().checkout.sessions.create({
        mode: "payment",
        success_url: "http://127.0.0.1:1/",
        line_items: [
          { quantity: 1, price_data: { currency: "usd", unit_amount: 500, product_data: { name: "x" } } },
        ],
        ...params,
      }),
    expire: (sessionId: string) => control(`/expire/${sessionId}`),
  };
}

export type StripeFixture = ReturnType<typeof useStripe>;

/**
 * Stripe with some objects about which it can only answer 500: requests whose address names one of `broken`. All
 * others go on to the emulator at `url`. `stop` ends it.
 */
export async function stripeThatFailsAbout(
  url: string,
  broken: Set<string>,
): Promise<{ client: StripeClient; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = request.url ?? "/";
    if ([...broken].some((id) => path.includes(id))) {
      response.writeHead(500, { "content-type": "application/json" }).end('{"error":{"type":"api_error"}}');
      return;
    }
    const { host: _host, ...headers } = request.headers;
    const answer = await fetch(`${url}${path}`, {
      method: request.method ?? "GET",
      headers: headers as Record<string, string>,
      ...(body && { body }),
    });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  const apiBase = `http://127.0.0.1:${await listen(server)}`;
  return {
    client: openClient(apiBase),
    stop: () => closeServer(server),
  };
}

/** The shop's own client of a Stripe at `url`. */
export function openClient(url: string, timeoutMs = 10_000): StripeClient {
  return openStripe({
    STRIPE_SECRET_KEY: "sk_test_tests",
    STRIPE_API_BASE: url,
    STRIPE_TIMEOUT_MS: timeoutMs,
  });
}
