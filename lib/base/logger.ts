import { AsyncLocalStorage } from "node:async_hooks";
import { trace } from "@opentelemetry/api";
import { pino } from "pino";
import { getLogLevel } from "./env/env";
import { processWide } from "./process-wide";

/** The fields that all log lines of one request or job share: its id, and its order's id as soon as that is known. */
type LogFields = { requestId?: string; job?: string; jobId?: string; orderId?: string };

const fieldsOf = processWide("log-fields", () => new AsyncLocalStorage<LogFields>());

/** Runs `work`; its log lines carry these fields and those around it. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return fieldsOf.run({ ...fieldsOf.getStore(), ...fields }, work);
}

/** Records which order the current request or job is about; its later log lines carry the id. */
export function logOrder(orderId: string): void {
  const fields = fieldsOf.getStore();
  if (fields) fields.orderId = orderId;
}

/**
 * Structured log lines with ids, without secrets and without personal data other than network addresses (logSecurity).
 * If a caller logs one of the fields listed here by mistake, in the line's fields or in an object among them, its value
 * is redacted. A line's own fields take precedence over those of its request or job.
 */
export const logger = pino({
  level: getLogLevel(),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin() {
    const traceId = trace.getActiveSpan()?.spanContext().traceId;
    return { ...fieldsOf.getStore(), ...(traceId && { traceId }) };
  },
  redact: {
    paths: ["authorization", "cookie", "password", "token", "key", "apiKey", "email", "username"].flatMap(
      (name) => [name, `*.${name}`],
    ),
    censor: "[redacted]",
  },
});
