import "server-only";
import type Stripe from "stripe";
import type { SettleDeps } from "@/lib/checkout/settle-payment";
import { isDatabaseOutage } from "@/lib/db/errors";
import { AppError, type ErrorCode, errorStatus } from "@/lib/errors";
import { logger } from "@/lib/logger";
import type { StripeClient } from "@/lib/payments/stripe-client";
import { handleStripeEvent } from "@/lib/webhooks/stripe/handle-event";
import { readBody } from "./read-body";

const maxBytes = 1024 * 1024;

/** Verifies the signature over the untouched body, then handles the event. */
export async function receiveStripeEvent(
  request: Request,
  stripe: StripeClient,
  secret: string,
  deps: SettleDeps,
): Promise<Response> {
  const body = await readBody(request, maxBytes);
  if (body === null) return reply("too_large");
  const event = verify(stripe, body, request.headers.get("stripe-signature"), secret);
  if (!event) return reply("invalid_signature");
  try {
    return Response.json({ received: true, outcome: await handleStripeEvent(deps, event) });
  } catch (error) {
    logger.error(
      { eventId: event.id, type: event.type, err: String(error) },
      "a Stripe event could not be handled",
    );
    return reply(failureCode(error));
  }
}

function verify(
  stripe: StripeClient,
  body: Uint8Array,
  signature: string | null,
  secret: string,
): Stripe.Event | null {
  try {
    return stripe.webhooks.constructEvent(Buffer.from(body), signature ?? "", secret);
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

function reply(code: ErrorCode): Response {
  const { userMessage } = new AppError(code);
  return Response.json({ error: { code, message: userMessage } }, { status: errorStatus[code] });
}
