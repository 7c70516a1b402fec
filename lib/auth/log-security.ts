import { logger } from "@/lib/logger";

export type SecurityEvent =
  | "sign_in_refused"
  | "sign_in_limited"
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
  | "second_factor_refused"
  | "recovery_codes_renewed"
  | "account_joined"
  | "password_changed"
  | "email_changed"
  | "google_disconnected"
  | "sign_out_everywhere"
  | "account_deleted"
  | "role_granted"
  | "role_revoked";

/** A line for whoever watches over accounts: what happened, by ids alone. Refusals warn, the rest informs. */
export function logSecurity(event: SecurityEvent, facts: { userId?: string; sessionId?: string } = {}): void {
  const isRefusal = event.endsWith("_refused") || event.endsWith("_limited");
  logger[isRefusal ? "warn" : "info"]({ security: event, ...facts }, event.replaceAll("_", " "));
}
