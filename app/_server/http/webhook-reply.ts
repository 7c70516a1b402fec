import { isDatabaseOutage } from "@/lib/db/errors";
import { AppError, type ErrorCode, errorStatus } from "@/lib/errors";
import { logger } from "@/lib/logger";
import { countInProcess } from "@/lib/rate-limit/count-in-process";

/** A refusal in the shop's usual error format. */
export function reply(code: ErrorCode): Response {
  const { userMessage } = new AppError(code);
  const headers = errorStatus[code] === 503 ? { "Retry-After": "5" } : undefined;
  return Response.json({ error: { code, message: userMessage } }, { status: errorStatus[code], headers });
}

/** Always a 5xx, so that the sender delivers again. */
export function failureCode(error: unknown): ErrorCode {
  if (isDatabaseOutage(error)) return "database_unavailable";
  return error instanceof AppError && errorStatus[error.code] >= 500 ? error.code : "internal";
}

/** Logs a delivery with a bad signature, at most ten a minute, because any stranger can send them. */
export function logBadSignature(security: string): void {
  try {
    countInProcess("badSignature", security, 1);
  } catch {
    return;
  }
  logger.warn({ security }, "a webhook with a bad signature was refused");
}
