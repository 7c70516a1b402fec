/** In characters (code points) after normalising. */
export const minPasswordLength = 6;
/** An administrator's password opens all orders. */
export const minAdminPasswordLength = 12;
/** Longer ones are refused, never cut, so that every character counts. */
export const maxPasswordLength = 256;

/**
 * A password as it is hashed: Unicode NFC (RFC 8265, OpaqueString), so that another keyboard types the same password.
 * Spaces and case stay.
 */
export function normalizePassword(password: string): string {
  return password.normalize("NFC");
}
