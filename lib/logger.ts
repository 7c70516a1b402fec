import { pino } from "pino";
import { getLogLevel } from "./env";

/**
 * Structured log lines with ids, never with personal data or secrets: the fields listed here are removed even when a
 * caller logs them by mistake.
 */
export const logger = pino({
  level: getLogLevel(),
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ["authorization", "cookie", "password", "token", "key", "apiKey", "email", "username"].flatMap(
      (name) => [name, `*.${name}`],
    ),
    censor: "[redacted]",
  },
});
