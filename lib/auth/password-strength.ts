import { isCommonPassword } from "./common-passwords";

/** Counted in characters as people see them on the keyboard, after normalising. */
export const minPasswordLength = 6;
/** An administrator's opens everybody's orders. */
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

export type PasswordStrength = {
  /** From 0, refused, to 4. */
  level: 0 | 1 | 2 | 3 | 4;
  label: "Too short" | "Too long" | "Too common" | "Weak" | "Fair" | "Good" | "Strong";
};

/** How hard a password is to guess, for the form: by its length, its kinds of characters and what is often chosen. */
export function passwordStrength(password: string, minLength: number = minPasswordLength): PasswordStrength {
  const characters = [...normalizePassword(password)];
  if (characters.length < minLength) return { level: 0, label: "Too short" };
  if (characters.length > maxPasswordLength) return { level: 0, label: "Too long" };
  if (isCommonPassword(password)) return { level: 0, label: "Too common" };
  const bits = new Set(characters).size * 0.5 + characters.length * bitsPerCharacter(password) * 0.5;
  if (bits < 28) return { level: 1, label: "Weak" };
  if (bits < 40) return { level: 2, label: "Fair" };
  return bits < 55 ? { level: 3, label: "Good" } : { level: 4, label: "Strong" };
}

function bitsPerCharacter(password: string): number {
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\d/, 10],
    [/[^\p{L}\d]/u, 33],
    [/[^\p{ASCII}]/u, 100],
  ];
  return Math.log2(kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 1));
}

/** What is wrong with a new password, in a sentence for the form; null when it may be used. */
export function passwordProblem(password: string, minLength: number = minPasswordLength): string | null {
  const { label } = passwordStrength(password, minLength);
  if (label === "Too short") return `Use at least ${minLength} characters.`;
  if (label === "Too long") return `Use at most ${maxPasswordLength} characters.`;
  return label === "Too common" ? "This password is too common. Please choose another." : null;
}
