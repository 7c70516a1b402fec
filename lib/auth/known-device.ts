import { createHmac, timingSafeEqual } from "node:crypto";
import { newToken } from "@/lib/ids";
import { secretKeys } from "@/lib/shop-secret";

/** What was given in a browser before: the account's password (or a link from its mail), or its second factor too. */
export type DeviceFactor = "password" | "second_factor";

/**
 * The value of the cookie by which a browser is known again that has signed in to an account: random, and bound to the
 * account's address and to what was proven. It opens nothing. Guesses of a known browser are counted apart from
 * everybody else's, so that a stranger's guesses can't keep the owner out.
 */
export function sealDevice(secret: string, email: string, factor: DeviceFactor = "password"): string {
  const nonce = newToken();
  return `${nonce}.${markOf(secretKeys(secret)[0], nonce, email, factor)}`;
}

/**
 * The browser's own name if `factor` was given in it before for the account of this address; null otherwise. Who has
 * given the second factor has given the password.
 */
export function openDevice(
  secret: string,
  email: string,
  value: string | null,
  factor: DeviceFactor = "password",
): string | null {
  const [nonce = "", mark = ""] = (value ?? "").split(".");
  const isMark = (given: DeviceFactor) =>
    secretKeys(secret).some((key) => isSame(mark, markOf(key, nonce, email, given)));
  const isKnown = isMark("second_factor") || (factor === "password" && isMark("password"));
  return isKnown ? nonce : null;
}

function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function markOf(key: string, nonce: string, email: string, factor: DeviceFactor): string {
  const text = factor === "password" ? `${nonce}\n${email}` : `${nonce}\n${email}\n${factor}`;
  return createHmac("sha256", `known-device:${key}`).update(text).digest("base64url");
}
