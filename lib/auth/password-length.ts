/** Counted in characters as people see them on the keyboard, after normalising. */
export const minPasswordLength = 6;
/** An administrator's password opens all orders. */
export const minAdminPasswordLength = 12;
/** Longer ones are refused, never cut: two passwords that differ anywhere are two passwords. */
export const maxPasswordLength = 256;

/**
 * A password as it is hashed: Unicode NFC (RFC 8265, OpaqueString), so that the same password typed on another
 * keyboard is the same. Nothing else changes: spaces stay, also the first, and so does the case.
 */
export function normalizePassword(password: string): string {
  return password.normalize("NFC");
}
