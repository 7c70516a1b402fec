import { createHmac } from "node:crypto";
import { isSameSecret, newToken } from "@/lib/ids";
import { secretKeys } from "@/lib/shop-secret";

/**
 * What a browser has proven: that its user knows the account's password (or got its mailed link), or has the second
 * factor too.
 */
export type DeviceFactor = "password" | "second_factor";

/**
 * The cookie value of a browser that has signed in: random, and bound to the account's address and the factor. It gives
 * access to nothing; a known browser has its own rate limits, so that strangers' guesses can't lock the account holder
 * out.
 */
export function sealDevice(secret: string, email: string, factor: DeviceFactor = "password"): string {
  const nonce = newToken();
  return `${nonce}.${markOf(secretKeys(secret)[0], nonce, email, factor)}`;
}

/**
 * The browser's name if it has given `factor` for the account of this address before, else null. The second factor
 * implies the password.
 */
export function openDevice(
  secret: string,
  email: string,
  value: string | null,
  factor: DeviceFactor = "password",
): string | null {
  const [nonce = "", mark = ""] = (value ?? "").split(".");
  const isMark = (given: DeviceFactor) =>
    secretKeys(secret).some((key) => isSameSecret(mark, markOf(key, nonce, email, given)));
  const isKnown = isMark("second_factor") || (factor === "password" && isMark("password"));
  return isKnown ? nonce : null;
}

function markOf(key: string, nonce: string, email: string, factor: DeviceFactor): string {
  const text = factor === "password" ? `${nonce}\n${email}` : `${nonce}\n${email}\n${factor}`;
  return createHmac("sha256", `known-device:${key}`).update(text).digest("base64url");
}
