import { createHmac, timingSafeEqual } from "node:crypto";
import { newToken } from "@/lib/ids";
import { secretKeys } from "@/lib/shop-secret";

/**
 * The value of the cookie by which a browser is known again that has signed in to an account: random, and bound to the
 * account's address. It opens nothing. Guesses of a known browser are counted apart from everybody else's, so that a
 * stranger's guesses can't keep the owner out.
 */
export function sealDevice(secret: string, email: string): string {
  const nonce = newToken();
  return `${nonce}.${markOf(secretKeys(secret)[0], nonce, email)}`;
}

/** The browser's own name if it is one the account of this address has signed in with; null otherwise. */
export function openDevice(secret: string, email: string, value: string | null): string | null {
  const [nonce = "", mark = ""] = (value ?? "").split(".");
  const given = Buffer.from(mark);
  const isOurs = secretKeys(secret).some((key) => {
    const expected = Buffer.from(markOf(key, nonce, email));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs ? nonce : null;
}

function markOf(key: string, nonce: string, email: string): string {
  return createHmac("sha256", `known-device:${key}`).update(`${nonce}\n${email}`).digest("base64url");
}
