import type Stripe from "stripe";
import { AppError, invalidField } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { unixSeconds } from "@/lib/base/time/time";
import {
  isKeyInUse,
  isKeyReused,
  isRefusal,
  isReplayed,
  isRetryable,
  type StripeClient,
  toAppError,
} from "@/lib/money/stripe/stripe-client";
import { attemptParamsSchema, checkoutIdempotencyKey } from "./attempt-params";
import type { NewAttempt } from "./attempts";

/**
 * busy: a concurrent request under the same key is in progress; try again in a moment. dead: this attempt's key will
 * never give a session; use the next number.
 */
type CreatedSession =
  | { kind: "session"; session: Stripe.Checkout.Session }
  | { kind: "busy" }
  | { kind: "dead" };

/**
 * Creates the Stripe session of a stored attempt; safe to repeat, because the same parameters under the same key give
 * the same session. `dead` when Stripe has a failure or another request stored under the key, or refuses `expires_at`
 * because the attempt is too old, and has no session of it. Errors: invalid_input (Stripe refuses the buyer's
 * address), payment_unavailable (may be retried), payment_misconfigured.
 */
export async function createSession(stripe: StripeClient, attempt: NewAttempt): Promise<CreatedSession> {
  const params = attemptParamsSchema.parse(attempt.params);
  try {
    const session = await stripe.checkout.sessions.create(params, {
      idempotencyKey: checkoutIdempotencyKey(attempt.orderId, attempt.number),
    });
    if (session.object !== "checkout.session" || !session.id) {
      throw new AppError("payment_unavailable", { detail: "Stripe's answer is not a session" });
    }
    return { kind: "session", session };
  } catch (error) {
    logger.warn(
      { orderId: attempt.orderId, attempt: attempt.number, err: String(error) },
      "Stripe did not open a session",
    );
    if (isKeyInUse(error)) return { kind: "busy" };
    if (isAddressRefused(error)) {
      throw invalidField("email", "Stripe doesn't accept this email address. Please check it.");
    }
    const isDead = (isReplayed(error) && isRetryable(error)) || isStale(error) || isKeyReused(error);
    if (!isDead) throw toAppError(error);
    const session = await findSession(stripe, attempt);
    return session ? { kind: "session", session } : { kind: "dead" };
  }
}

function isAddressRefused(error: unknown): boolean {
  return isRefusal(error) && error.code === "email_invalid";
}

function isStale(error: unknown): boolean {
  return error instanceof Error && "param" in error && error.param === "expires_at";
}

/**
 * Finds an attempt's session when the answer was lost. Stripe's list can't filter by our metadata, so this reads all
 * sessions from the time in which Stripe would have accepted the attempt's `expires_at`. Errors: payment_unavailable,
 * payment_misconfigured.
 */
export async function findSession(
  stripe: StripeClient,
  attempt: NewAttempt,
): Promise<Stripe.Checkout.Session | null> {
  const { metadata, expires_at } = attemptParamsSchema.parse(attempt.params);
  const created = {
    gte: unixSeconds(attempt.createdAt) - clockSlackSeconds,
    lte: expires_at - shortestLifetimeSeconds + clockSlackSeconds,
  };
  try {
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 })) {
      const isSame =
        session.metadata?.order_id === metadata.order_id && session.metadata.attempt === metadata.attempt;
      if (isSame) return session;
    }
    return null;
  } catch (error) {
    throw toAppError(error);
  }
}

// Stripe's clock and the database's may differ.
const clockSlackSeconds = 60;
// https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
const shortestLifetimeSeconds = 30 * 60;
