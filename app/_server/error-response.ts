import "server-only";
import { isDatabaseOutage } from "@/lib/db/errors";
import { AppError, errorStatus } from "@/lib/errors";
import { newToken } from "@/lib/ids";
import { logger } from "@/lib/logger";
import type { PublicError } from "@/lib/result";

const defaultRetrySeconds = 5;

/** The log's message for a failure of these handlers. */
const logMessages: Record<string, string> = { "create-order": "Payment error" };

/**
 * Turns a thrown error into a response: `{error:{code,message,fieldErrors?}}` with its status. An unknown error gets a
 * fixed message and is logged under the reference in the header `X-Error-Reference`.
 */
export function errorResponse(error: unknown, where: string, headers: Headers = new Headers()): Response {
  const known = toAppError(error, where, headers);
  const status = errorStatus[known.code];
  if (status >= 500)
    logger.warn(
      { where, code: known.code, detail: known.message },
      logMessages[where] ?? "a request could not be answered",
    );
  if (status === 429 || status === 503) {
    headers.set("Retry-After", String(known.retryAfterSeconds ?? defaultRetrySeconds));
  }
  headers.set("Cache-Control", "no-store");
  const body: PublicError = {
    code: known.code,
    message: known.userMessage,
    ...(known.fieldErrors ? { fieldErrors: known.fieldErrors } : {}),
    ...(known.challenge ? { challenge: known.challenge } : {}),
  };
  return Response.json({ error: body }, { status, headers });
}

function toAppError(error: unknown, where: string, headers: Headers): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseOutage(error)) return new AppError("database_unavailable", { cause: error });
  const reference = newToken().slice(0, 12);
  headers.set("X-Error-Reference", reference);
  logger.error({ where, reference, err: error }, "a request failed");
  return new AppError("internal");
}
