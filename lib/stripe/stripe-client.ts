import Stripe from "stripe";
import { AppError } from "@/lib/errors";

export type StripeClient = Stripe;

type StripeOptions = { secretKey: string; apiBase?: string | undefined; timeoutMs: number };

/**
 * Stripe's SDK. Requests are retried once by the SDK itself; every POST of ours carries our own idempotency key, so
 * the retry is the same request. `apiBase` points it at the emulator and is refused in live mode (lib/env.ts).
 */
export function openStripe(options: StripeOptions): StripeClient {
  const base = options.apiBase ? new URL(options.apiBase) : null;
  return new Stripe(options.secretKey, {
    maxNetworkRetries: 1,
    timeout: options.timeoutMs,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === "http:" ? ("http" as const) : ("https" as const),
    }),
  });
}

/** True when Stripe does not know the id. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
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

/** True when Stripe refused the request for good: it will never be carried out. */
export function isRefusal(error: unknown): error is Error & { code?: string } {
  return error instanceof Stripe.errors.StripeInvalidRequestError && !isRetryable(error);
}

/** True when another request under the same idempotency key is being carried out right now. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "idempotency_key_in_use";
}

/** True when the answer was stored under the idempotency key before and will never change. */
export function isReplayed(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.headers?.["idempotent-replayed"] === "true";
}

/** Stripe's failures in the shop's codes; the vendor's words stay in the log. */
export function toAppError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  const isOurs =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  const detail = `stripe ${error.type} ${error.code ?? ""} ${error.statusCode ?? ""}`;
  return new AppError(isOurs ? "payment_misconfigured" : "payment_unavailable", { detail, cause: error });
}
