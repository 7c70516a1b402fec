import { isDatabaseOutage } from "@/lib/base/db/errors";
import { AppError, type ErrorCode, errorStatus } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";
import { minute } from "@/lib/base/time/time";

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

type BadSignature = { security: "stripe_signature" | "resend_signature" };

/** Logs a delivery with a bad signature. Anyone can send them, so they are counted. */
export const logBadSignature = openCountedLog<BadSignature>(
  minute,
  (times, facts) => logger.warn({ ...facts, times }, "webhooks with a bad signature were refused"),
  ({ security }) => security,
);
