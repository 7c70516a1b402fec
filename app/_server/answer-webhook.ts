import type { IncomingMessage, ServerResponse } from "node:http";
import { type Database, getDb } from "@/lib/db/client";
import { Batcher } from "@/lib/delivery/submit/batcher";
import { getEnv } from "@/lib/env";
import { Semaphore } from "@/lib/semaphore";
import { openStripe, type StripeClient } from "@/lib/stripe/stripe-client";
import type { ReceivedEvent } from "@/lib/webhooks/stripe/received-event";
import { storeEvents } from "@/lib/webhooks/stripe/store-events";
import { readBody } from "./read-body";
import { receiveStripeEvent, reply } from "./stripe-webhook";

const maxBytes = 1024 * 1024;
// Bounds the statement, not the storm: what comes meanwhile goes into the next one.
const eventsAtOnce = 200;
// More deliveries than this don't wait for the next statements: Stripe comes again.
const longestLine = 2_000;

/** Stores events as they come, many in one statement: however many deliveries there are, one connection is used. */
export function openEventStore(db: Database): (event: ReceivedEvent) => Promise<void> {
  const line = new Semaphore({ atOnce: longestLine, waiting: 0 });
  const batcher = new Batcher<ReceivedEvent, void>(async (events) => {
    await storeEvents(db, events);
    return events.map(() => undefined);
  }, eventsAtOnce);
  return (event) => line.run(() => batcher.ask(event));
}

type Store = ReturnType<typeof openEventStore>;
let opened: { store: Store; stripe: StripeClient; secret: string } | undefined;

/**
 * Stripe's deliveries, answered by the server's entry itself: what Next does for every request costs several times
 * as much as all of this, and a storm of deliveries would take the time that pages need. 400 for what is not Stripe's,
 * 2xx only after the commit, 5xx so that Stripe comes again.
 */
export async function answerWebhook(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const answer = request.method === "POST" ? await receive(request) : reply("method_not_allowed");
  if (request.method !== "POST") response.setHeader("Allow", "POST");
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  // The rest of a body that was not read to its end is not waited for.
  if (!request.complete) response.setHeader("Connection", "close");
  response.writeHead(answer.status).end(await answer.text());
}

async function receive(request: IncomingMessage): Promise<Response> {
  const { "stripe-signature": signature, "content-length": length } = request.headers;
  // The socket stays open for the answer when the body is too large.
  const chunks = request.iterator({ destroyOnReturn: false });
  const body = await readBody(chunks, length, maxBytes).catch(() => undefined);
  if (body === undefined) return reply("invalid_input");
  opened ??= open();
  const { store, stripe, secret } = opened;
  const delivery = { body, signature: typeof signature === "string" ? signature : null };
  return receiveStripeEvent(delivery, stripe, secret, store);
}

function open() {
  const env = getEnv();
  const stripe = openStripe({
    secretKey: env.STRIPE_SECRET_KEY,
    apiBase: env.STRIPE_API_BASE,
    timeoutMs: env.STRIPE_TIMEOUT_MS,
  });
  return { store: openEventStore(getDb()), stripe, secret: env.STRIPE_WEBHOOK_SECRET };
}
