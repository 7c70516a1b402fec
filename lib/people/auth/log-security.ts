import { logger } from "@/lib/base/logger";
import { openCountedLog } from "@/lib/base/telemetry/counted-log";
import { inWords } from "@/lib/base/text/words";
import { minute } from "@/lib/base/time/time";

type SecurityEvent =
  | "sign_in_refused"
  | "sign_in_limited"
  | "code_refused"
  | "code_limited"
  | "admin_refused"
  | "sign_in"
  | "sign_out"
  | "password_reset"
  | "email_verified"
  | "google_refused"
  | "passkey_refused"
  | "passkey_added"
  | "passkey_removed"
  | "second_factor_on"
  | "second_factor_off"
  | "recovery_codes_renewed"
  | "account_joined"
  | "password_changed"
  | "email_changed"
  | "google_disconnected"
  | "sign_out_everywhere"
  | "account_deleted"
  | "role_granted"
  | "role_revoked";

type SecurityFacts = {
  userId?: string;
  sessionId?: string;
  /** The client's network address, for refusals only, so that an attacker can be found and blocked. */
  address?: string;
};

type Refusal = { event: SecurityEvent; facts: SecurityFacts };

const logRefusal = openCountedLog<Refusal>(
  minute,
  (times, { event, facts }) => logger.warn({ security: event, ...facts, times }, inWords(event)),
  ({ event, facts }) => `${event} ${facts.address} ${facts.userId}`,
);

/**
 * Logs a security event with ids and, for a refusal, the client's network address. Refusals are warnings; those of one
 * address and user are counted, because anyone can be refused again and again.
 */
export function logSecurity(event: SecurityEvent, facts: SecurityFacts = {}): void {
  const isRefusal = event.endsWith("_refused") || event.endsWith("_limited");
  if (isRefusal) logRefusal({ event, facts });
  else logger.info({ security: event, ...facts }, inWords(event));
}
