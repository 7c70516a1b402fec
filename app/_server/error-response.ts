import "server-only";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { AppError, type ErrorCode, errorStatus } from "@/lib/base/errors";
import { newToken } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import type { PublicError } from "@/lib/base/result";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";
import { minute } from "@/lib/base/time/time";

const defaultRetrySeconds = 5;

/** Failures that all requests share. Anyone can meet them again and again, so they are counted. */
const sharedFailures: ReadonlySet<ErrorCode> = new Set([
  "busy",
  "database_unavailable",
  "lookup_unavailable",
]);

type Failure = { where: string; code: ErrorCode; detail: string };

const logShared = openCountedLog<Failure>(
  minute,
  (times, failure) => logger.warn({ ...failure, times }, messageOf(failure)),
  ({ where, code }) => `${where} ${code}`,
);

/**
 * Turns a thrown error into a response: `{error:{code,message,fieldErrors?,challenge?}}` with its status. An unknown
 * error gets a fixed message and is logged under the reference in the header `X-Error-Reference`.
 */
export function errorResponse(error: unknown, where: string, headers: Headers = new Headers()): Response {
  const known = toAppError(error, where, headers);
  const status = errorStatus[known.code];
  if (status >= 500) logFailure({ where, code: known.code, detail: known.message });
  if (status === 429 || status === 503) {
    headers.set("Retry-After", String(known.retryAfterSeconds ?? defaultRetrySeconds));
  }
  headers.set("Cache-Control", "no-store");
  return Response.json({ error: publicErrorOf(known) }, { status, headers });
}

function logFailure(failure: Failure): void {
  if (sharedFailures.has(failure.code)) logShared(failure);
  else logger.warn(failure, messageOf(failure));
}

function messageOf({ where }: Failure): string {
  return where === "create-order" ? "Payment error" : "a request could not be answered";
}

export function publicErrorOf({ code, userMessage, fieldErrors, challenge }: AppError): PublicError {
  return {
    code,
    message: userMessage,
    ...(fieldErrors && { fieldErrors }),
    ...(challenge && { challenge }),
  };
}

function toAppError(error: unknown, where: string, headers: Headers): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseOutage(error)) return new AppError("database_unavailable", { cause: error });
  const reference = newToken().slice(0, 12);
  headers.set("X-Error-Reference", reference);
  logger.error({ where, reference, err: error }, "a request failed");
  return new AppError("internal");
}
