import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import Stripe from "stripe";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { receiveStripeEvent } from "@/app/_server/http/handle-webhook";
import { readBody } from "@/app/_server/http/read-body";
import { newId } from "@/lib/base/ids";
import type { PaymentDeps } from "@/lib/money/stripe/stripe-client";
import { handleEvent } from "@/lib/money/webhooks/event-handlers";
import { receivedEventSchema } from "@/lib/money/webhooks/received-event";
import { storeEvents } from "@/lib/money/webhooks/store-events";
import type { TestDatabase } from "./database";
import { closeServer, listen } from "./listen";
import { type StripeFixture, webhookSecret } from "./stripe";

/** A request as Stripe sends it, signed by a holder of the secret. */
export function signedRequest(
  event: object,
  options: { secret?: string; ageSeconds?: number } = {},
): Request {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) - (options.ageSeconds ?? 0);
  const secret = options.secret ?? webhookSecret;
  const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return new Request("http://127.0.0.1:3000/api/webhooks/stripe", {
    method: "POST",
    headers: { "stripe-signature": header },
    body: payload,
  });
}

/** An event as Stripe makes it, about any object. */
export function eventOf(type: string, object: object, id = `evt_${newId()}`) {
  return { id, object: "event", type, created: Math.floor(Date.now() / 1000), data: { object } };
}

/** An event about a payment page. */
export const sessionEvent = (id: string, type = "checkout.session.completed") =>
  eventOf(type, { object: "checkout.session", id });

/** Receives a webhook delivery as the web server does (handleWebhook); `store` gets its event. */
export async function receiveEvent(
  stripe: StripeFixture,
  request: Request,
  store: Parameters<typeof receiveStripeEvent>[3],
): Promise<Response> {
  const body = await readBody(request.body, request.headers.get("content-length"), 1024 * 1024);
  const delivery = { body, signature: request.headers.get("stripe-signature") };
  return receiveStripeEvent(delivery, stripe.client(), webhookSecret, store);
}

/** The rows of an event, and its waiting jobs. */
export function eventRows(database: { readonly current: TestDatabase }) {
  return {
    keptEvents: (id: string) => database.current.db.stripeEvent.findMany({ where: { id } }),
    waitingJobs: (id: string) =>
      database.current.db.$queryRaw<{ queue: string; priority: number }[]>`
        SELECT queue_name AS queue, priority::int FROM graphile_worker.jobs WHERE key = ${`stripe-event:${id}`}`,
  };
}

/**
 * The webhook handler on a socket, so that Stripe's own signed deliveries reach it: requests go to `receive` byte for
 * byte. `answers` holds what it answered since the test began.
 */
export function useWebhookHandler(receive: (request: Request) => Promise<Response>) {
  const answers: { status: number; body: unknown }[] = [];
  let server: Server;
  let url = "";
  beforeAll(async () => {
    server = createServer(async (incoming, outgoing) => {
      const headers = { "stripe-signature": String(incoming.headers["stripe-signature"] ?? "") };
      const request = new Request(url, { method: "POST", headers, body: await buffer(incoming) });
      const response = await receive(request);
      const body: unknown = await response.json();
      answers.push({ status: response.status, body });
      outgoing.writeHead(response.status).end(JSON.stringify(body));
    });
    url = `http://127.0.0.1:${await listen(server)}/api/webhooks/stripe`;
  });
  beforeEach(() => {
    answers.length = 0;
  });
  afterAll(() => closeServer(server));
  return {
    get url() {
      return url;
    },
    answers,
  };
}

/** Handles the stored events, several at once as workers would; those that fail stay unhandled. */
export async function handleStoredEvents(deps: PaymentDeps): Promise<void> {
  const stored = await deps.db.stripeEvent.findMany({ where: { outcome: null }, select: { id: true } });
  const lane = async () => {
    for (let next = stored.pop(); next; next = stored.pop()) {
      await handleEvent(deps, next.id).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: 6 }, lane));
}

/** Handles all of Stripe's events about cards that were tried. */
export async function hearOfCards(deps: PaymentDeps, stripe: StripeFixture): Promise<void> {
  const events = (await stripe.view()).events.filter(({ type }) => /^charge\.(succeeded|failed)$/.test(type));
  const received = events.map((event) => receivedEventSchema.parse(event));
  await storeEvents(deps.db, received);
  await handleStoredEvents(deps);
}

/** The shop's webhook route, which stores what Stripe delivers, and the jobs that follow. Call it after useShop(). */
export function useWebhooks(
  database: { readonly current: TestDatabase },
  stripe: StripeFixture,
  shop: { deps(): PaymentDeps },
) {
  const handler = useWebhookHandler((request) =>
    receiveEvent(stripe, request, (event) => storeEvents(database.current.db, [event])),
  );
  return {
    /** The route's answers since the test began. */
    answers: handler.answers,
    /** From now on Stripe delivers its events. */
    deliver: () => stripe.deliverTo(handler.url),
    /** Handles stored events until Stripe has delivered every event and all are handled. */
    handled: () =>
      expect
        .poll(async () => {
          const owed = (await stripe.view()).events.filter((event) => event.pending_webhooks > 0);
          await handleStoredEvents(shop.deps());
          const waiting = await database.current.db.stripeEvent.findMany({ where: { outcome: null } });
          return [...owed, ...waiting];
        })
        .toEqual([]),
  };
}
