import Stripe from "stripe";
import type { Database } from "@/lib/base/db/client";
import type { Env } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { measureCall } from "@/lib/base/telemetry/measure";

export type StripeClient = Stripe;

/** The dependencies of every use case that moves money with Stripe. */
export type PaymentDeps = { db: Database; stripe: StripeClient };

type StripeEnv = Pick<Env, "STRIPE_SECRET_KEY" | "STRIPE_API_BASE" | "STRIPE_TIMEOUT_MS">;

/**
 * Stripe's SDK, which retries a failed request once. Whatever creates a session or a refund carries our own idempotency
 * key, so a retry creates no second one. STRIPE_API_BASE points it at the emulator and is refused in live mode
 * (lib/base/env/env.ts).
 */
export function openStripe(env: StripeEnv): StripeClient {
  const base = env.STRIPE_API_BASE ? new URL(env.STRIPE_API_BASE) : null;
  return new Stripe(env.STRIPE_SECRET_KEY, {
    maxNetworkRetries: 1,
    timeout: env.STRIPE_TIMEOUT_MS,
    telemetry: false,
    httpClient: measuredClient(),
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === "http:" ? ("http" as const) : ("https" as const),
    }),
  });
}

/**
 * Options of a call that is not retried, because the job that makes it is. It makes up to three calls, each of which
 * ends within STRIPE_TIMEOUT_MS, so it ends before its limit (`timeRules` in lib/base/env/env.ts).
 */
export const askOnce = { maxNetworkRetries: 0 };

/** The SDK's own client. Each request is measured by its method and kind of object, the retry as a second one. */
function measuredClient() {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...request) => {
    const [, , path, method] = request;
    const object = /^\/v1\/([a-z_]+)/.exec(path)?.[1] ?? "other";
    return measureCall(
      { service: "stripe", action: `${method} ${object}` },
      () => send(...request),
      (answer) => `${Math.floor(answer.getStatusCode() / 100)}xx`,
    );
  };
  return client;
}

/** True for a failure whose request may be sent again under its key: no answer, a 5xx, a conflict, a rate limit. */
export function isRetryable(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError)) return false;
  if (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError
  )
    return true;
  return (error.statusCode ?? 500) >= 500 || error.statusCode === 409;
}

/** True when Stripe refused the request and will refuse it again. */
export function isRefusal(error: unknown): error is Error & { code?: string } {
  return error instanceof Stripe.errors.StripeInvalidRequestError && !isRetryable(error);
}

/** True when another request under the same idempotency key is in progress. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "idempotency_key_in_use";
}

/** True when the idempotency key was used for another request: one that a restored database has forgotten. */
export function isKeyReused(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeIdempotencyError && !isRetryable(error);
}

/** True when Stripe repeats an answer that it stored under the idempotency key for 24 hours. */
export function isReplayed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";
}

/**
 * Awaits a call to Stripe; `subject` names what it looks up by id. Errors: not_found (Stripe does not know the
 * subject), payment_unavailable, payment_misconfigured.
 */
export async function callStripe<Answer>(call: Promise<Answer>, subject?: string): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (
      subject &&
      error instanceof Stripe.errors.StripeInvalidRequestError &&
      error.code === "resource_missing"
    )
      throw new AppError("not_found", { detail: `Stripe does not know the ${subject}`, cause: error });
    throw toAppError(error);
  }
}

/** Stripe's failures in the shop's codes; the vendor's words stay in the log. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isOurs =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  const right = missingRight(error);
  const detail = `stripe ${error.type} ${error.code ?? ""} ${error.statusCode ?? ""}${right ? `: the key lacks the right ${right}` : ""}`;
  return new AppError(isOurs ? "payment_misconfigured" : "payment_unavailable", { detail, cause: error });
}

/** The right that a restricted key lacks for a refused call, in Stripe's words, such as `charge_write`. Pure. */
export function missingRight(error: unknown): string | null {
  if (!(error instanceof Stripe.errors.StripePermissionError)) return null;
  return /'(?:rak_)?(\w+_(?:read|write))'/.exec(error.message)?.[1] ?? "of an unknown name";
}

/** The id of an object that Stripe returns as an id or expanded. */
export function idOf(named: string | { id: string } | null): string | null {
  return typeof named === "object" ? (named?.id ?? null) : named;
}

type PaymentFee = { feeCents: number; currency: string };

/** Stripe's fee for a charge, in the currency of the account; null until Stripe has named it. Pure. */
export function paymentFee(charge: Stripe.Charge | null): PaymentFee | null {
  const transaction = charge?.balance_transaction;
  if (!transaction || typeof transaction === "string" || transaction.fee <= 0) return null;
  return { feeCents: transaction.fee, currency: transaction.currency };
}
