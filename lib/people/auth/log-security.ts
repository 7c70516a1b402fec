import { logger } from "@/lib/base/logger";
import { inWords } from "@/lib/base/text/words";

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

/** Logs a security event with ids and, for a refusal, the client's network address. Refusals are warnings. */
export function logSecurity(event: SecurityEvent, facts: SecurityFacts = {}): void {
  const isRefusal = event.endsWith("_refused") || event.endsWith("_limited");
  logger[isRefusal ? "warn" : "info"]({ security: event, ...facts }, inWords(event));
}
