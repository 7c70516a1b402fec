/** In characters (code points) after normalising. */
export const minPasswordLength = 6;
/** An administrator's password opens all orders. */
export const minAdminPasswordLength = 12;
/** Longer passwords are refused, never truncated, so that every character counts. */
export const maxPasswordLength = 256;

/**
 * A password normalised for hashing: Unicode NFC (RFC 8265, OpaqueString), so that every keyboard produces the same
 * one. Spaces and case are kept.
 */
export function normalizePassword(password: string): string {
  return password.normalize("NFC");
}
