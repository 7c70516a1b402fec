import { createHmac, timingSafeEqual } from "node:crypto";
import { newToken } from "@/lib/ids";

/**
 * The value of the cookie by which a browser is known again that has signed in to an account: random, and bound to the
 * account's address. It opens nothing. Guesses of a known browser are counted apart from everybody else's, so that a
 * stranger's guesses can't keep the owner out.
 */
export function sealDevice(secret: string, email: string): string {
  const nonce = newToken();
  return `${nonce}.${markOf(secret, nonce, email)}`;
}

/** The browser's own name if it is one the account of this address has signed in with; null otherwise. */
export function openDevice(secret: string, email: string, value: string | null): string | null {
  const [nonce = "", mark = ""] = (value ?? "").split(".");
  const expected = Buffer.from(markOf(secret, nonce, email));
  const given = Buffer.from(mark);
  return given.length === expected.length && timingSafeEqual(given, expected) ? nonce : null;
}

function markOf(secret: string, nonce: string, email: string): string {
  return createHmac("sha256", `known-device:${secret}`).update(`${nonce}\n${email}`).digest("base64url");
}
