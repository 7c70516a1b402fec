import type { IncomingMessage, ServerResponse } from "node:http";
import { type Database, getDb } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { getEnv } from "@/lib/base/env/env";
import { AppError, type ErrorCode, errorStatus } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { Batcher } from "@/lib/base/process/batcher";
import { Semaphore } from "@/lib/base/process/semaphore";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";
import { countWebhook } from "@/lib/base/telemetry/measure";
import { clockOffsetMs, databaseNow } from "@/lib/base/time/clock";
import { minute } from "@/lib/base/time/time";
import { recordReport } from "@/lib/mail/queue/record-report";
import { isSignedBy } from "@/lib/mail/transport/resend-signature";
import { openStripe, type StripeClient } from "@/lib/money/stripe/stripe-client";
import { type ReceivedEvent, receivedEventSchema } from "@/lib/money/webhooks/received-event";
import { storeEvents } from "@/lib/money/webhooks/store-events";
import { readIncoming } from "./read-body";

const maxBytes = 1024 * 1024;
// Limits one statement; events that arrive meanwhile go into the next one.
const eventsPerStatement = 200;
// Further deliveries are refused as busy, and Stripe sends them again.
const maxWaiting = 2_000;

/**
 * Stores events as they arrive, many per statement, so that a flood of deliveries does not use up the pool. Errors:
 * busy, when 2,000 events are waiting already.
 */
export function openEventStore(db: Database): (event: ReceivedEvent) => Promise<void> {
  const queue = new Semaphore({ atOnce: maxWaiting, waiting: 0 });
  const batcher = new Batcher<ReceivedEvent, void>(async (events) => {
    await storeEvents(db, events);
    return events.map(() => undefined);
  }, eventsPerStatement);
  return (event) => queue.run(() => batcher.ask(event));
}

type Store = ReturnType<typeof openEventStore>;
let opened: { store: Store; stripe: StripeClient; secret: string } | undefined;

/**
 * Answers the deliveries of Stripe and Resend without Next, whose own work per request costs several times as much: a
 * flood of deliveries would take that time from pages. 4xx for anything but an event that its sender signed; 2xx only
 * after the commit; 5xx when it should be delivered again.
 */
export async function handleWebhook(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isResends = request.url?.split("?")[0] === "/api/webhooks/resend";
  const receiver = isResends ? receiveMailEvent : receive;
  const answer = request.method === "POST" ? await receiver(request) : reply("method_not_allowed");
  if (!isResends) countWebhook(answer.ok ? "stored" : answer.status < 500 ? "refused" : "failed");
  if (request.method !== "POST") response.setHeader("Allow", "POST");
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  // Closes the connection instead of waiting for the unread rest of the body.
  if (!request.complete) response.setHeader("Connection", "close");
  response.writeHead(answer.status).end(await answer.text());
}

async function receive(request: IncomingMessage): Promise<Response> {
  const { "stripe-signature": signature } = request.headers;
  const body = await readIncoming(request, maxBytes).catch(() => undefined);
  if (body === undefined) return reply("invalid_input");
  opened ??= open();
  const { store, stripe, secret } = opened;
  const delivery = { body, signature: typeof signature === "string" ? signature : null };
  return receiveStripeEvent(delivery, stripe, secret, store);
}

function open() {
  const env = getEnv();
  return { store: openEventStore(getDb()), stripe: openStripe(env), secret: env.STRIPE_WEBHOOK_SECRET };
}

/** A request from Stripe: the unchanged body (null when it is too large) and its signature. */
type Delivery = { body: Uint8Array | null; signature: string | null };

/**
 * Verifies the signature, stores the event with its job and answers 200; a worker handles it. Nothing here waits for
 * Stripe or for an order. An event that could not be stored is a 5xx, so that Stripe delivers it again.
 */
export async function receiveStripeEvent(
  { body, signature }: Delivery,
  stripe: StripeClient,
  secret: string,
  store: (event: ReceivedEvent) => Promise<unknown>,
): Promise<Response> {
  if (body === null) return reply("too_large");
  // A signature's age is measured by the database's time; until that is known, Stripe has to deliver again.
  if (clockOffsetMs() === null) return reply("database_unavailable");
  const event = verify(stripe, body, signature, secret);
  if (event === null) return reply("invalid_signature");
  const parsed = receivedEventSchema.safeParse(event);
  if (!parsed.success) return reply("invalid_input");
  try {
    await store(parsed.data);
    return Response.json({ received: true });
  } catch (error) {
    const { id: eventId, type } = parsed.data;
    logger.error({ eventId, type, err: String(error) }, "a Stripe event could not be stored");
    return reply(failureCode(error));
  }
}

function verify(stripe: StripeClient, body: Uint8Array, signature: string | null, secret: string): unknown {
  try {
    const receivedAt = databaseNow().getTime();
    return stripe.webhooks.constructEvent(
      Buffer.from(body),
      signature ?? "",
      secret,
      undefined,
      undefined,
      receivedAt,
    );
  } catch {
    logBadSignature({ security: "stripe_signature" });
    return null;
  }
}

const maxMailEventBytes = 256 * 1024;

// Each event is one statement. Further deliveries are refused as busy, and Resend sends them again for hours.
const mailStatements = new Semaphore({ atOnce: 2, waiting: 500 });

/**
 * Records an event of Resend about a mail. 404 without RESEND_WEBHOOK_SECRET; 4xx for anything that is not signed with
 * it; 200 after the commit, and for events that the shop has no use for; 5xx when Resend should deliver again.
 */
async function receiveMailEvent(request: IncomingMessage): Promise<Response> {
  const secret = getEnv().RESEND_WEBHOOK_SECRET;
  if (!secret) return reply("not_found");
  const body = await readIncoming(request, maxMailEventBytes).catch(() => undefined);
  if (body === undefined) return reply("invalid_input");
  if (body === null) return reply("too_large");
  // A signature's age is measured by the database's time; until that is known, Resend has to deliver again.
  if (clockOffsetMs() === null) return reply("database_unavailable");
  const text = Buffer.from(body).toString("utf8");
  if (!isSignedBy(secret, request.headers, text, databaseNow())) {
    logBadSignature({ security: "resend_signature" });
    return reply("invalid_signature");
  }
  try {
    await mailStatements.run(() => recordReport(getDb(), text));
    return Response.json({ received: true });
  } catch (error) {
    logger.error({ err: String(error) }, "an event about a mail could not be recorded");
    return reply(failureCode(error));
  }
}

/** A refusal in the shop's usual error format. */
function reply(code: ErrorCode): Response {
  const { userMessage } = new AppError(code);
  const headers = errorStatus[code] === 503 ? { "Retry-After": "5" } : undefined;
  return Response.json({ error: { code, message: userMessage } }, { status: errorStatus[code], headers });
}

/** Always a 5xx, so that the sender delivers again. */
function failureCode(error: unknown): ErrorCode {
  if (isDatabaseOutage(error)) return "database_unavailable";
  return error instanceof AppError && errorStatus[error.code] >= 500 ? error.code : "internal";
}

type BadSignature = { security: "stripe_signature" | "resend_signature" };

/** Logs a delivery with a bad signature. Anyone can send them, so they are counted. */
const logBadSignature = openCountedLog<BadSignature>(
  minute,
  (times, facts) => logger.warn({ ...facts, times }, "webhooks with a bad signature were refused"),
  ({ security }) => security,
);
