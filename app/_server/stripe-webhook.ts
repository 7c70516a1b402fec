import { clockOffsetMs, databaseNow } from "@/lib/clock";
import { isDatabaseOutage } from "@/lib/db/errors";
import { AppError, type ErrorCode, errorStatus } from "@/lib/errors";
import { logger } from "@/lib/logger";
import type { StripeClient } from "@/lib/stripe/stripe-client";
import { type ReceivedEvent, receivedEventSchema } from "@/lib/webhooks/stripe/received-event";

/** What Stripe sent: its untouched body (null when it is too large) and the signature over it. */
export type Delivery = { body: Uint8Array | null; signature: string | null };

/**
 * Verifies the signature over the body, stores the event with its job and answers 200: handling it is the
 * worker's. Nothing here waits for Stripe or for an order. Whatever keeps the event from being stored is a 5xx, so
 * that Stripe delivers it again.
 */
export async function receiveStripeEvent(
  { body, signature }: Delivery,
  stripe: StripeClient,
  secret: string,
  store: (event: ReceivedEvent) => Promise<unknown>,
): Promise<Response> {
  if (body === null) return reply("too_large");
  // The age of a signature is judged by the database's time; without one, Stripe is asked to come again.
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

function verify(
  stripe: StripeClient,
  body: Uint8Array,
  signature: string | null,
  secret: string,
): unknown | null {
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
    logger.warn({ security: "stripe_signature" }, "a webhook with a bad signature was refused");
    return null;
  }
}

/** Always one of the 5xx, so that Stripe delivers again. */
function failureCode(error: unknown): ErrorCode {
  if (isDatabaseOutage(error)) return "database_unavailable";
  return error instanceof AppError && errorStatus[error.code] >= 500 ? error.code : "internal";
}

/** The refusal with a code, in the shape of every failure of the shop. */
export function reply(code: ErrorCode): Response {
  const { userMessage } = new AppError(code);
  const headers = errorStatus[code] === 503 ? { "Retry-After": "5" } : undefined;
  return Response.json({ error: { code, message: userMessage } }, { status: errorStatus[code], headers });
}
