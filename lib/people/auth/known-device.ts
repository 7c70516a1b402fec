import { createHmac } from "node:crypto";
import type { Db } from "@/lib/base/db/client";
import { secretKeys } from "@/lib/base/env/shop-secret";
import { isSameSecret, newToken } from "@/lib/base/ids";
import type { SessionClaims } from "./session-token";

/**
 * The proof that a browser has given: that its user knows the account's password (or got its mailed link), or has the
 * second factor too.
 */
export type DeviceFactor = "password" | "second_factor";

/** An account, and its version when the browser proved its factor (sessionVersion in schema.prisma). */
type Account = Pick<SessionClaims, "userId" | "version">;

/**
 * The cookie value of a browser that has signed in: random, and bound to the account's version and the factor. It gives
 * access to nothing; a known browser has its own rate limits, so that strangers' guesses can't lock the account holder
 * out. Every new password raises the version, which makes older cookies void. Otherwise a thief who knew the old
 * password could collect cookies, and use the rate limits of each to guess the new one.
 */
export function sealDevice(secret: string, account: Account, factor: DeviceFactor = "password"): string {
  const nonce = newToken();
  return `${nonce}.${signatureOf(secretKeys(secret)[0], nonce, account, factor)}`;
}

/**
 * The browser's name if it has given `factor` for this version of the account, else null. The second factor implies the
 * password.
 */
export function openDevice(
  secret: string,
  account: Account,
  value: string | null,
  factor: DeviceFactor = "password",
): string | null {
  const [nonce = "", signature = ""] = (value ?? "").split(".");
  const isSignedFor = (given: DeviceFactor) =>
    secretKeys(secret).some((key) => isSameSecret(signature, signatureOf(key, nonce, account, given)));
  const isKnown = isSignedFor("second_factor") || (factor === "password" && isSignedFor("password"));
  return isKnown ? nonce : null;
}

/**
 * The browser's name if the account of this address knows it, else null. It takes the same work whether or not there is
 * such an account.
 */
export async function findDevice(
  db: Db,
  secret: string,
  email: string,
  value: string | null,
): Promise<string | null> {
  const user = await db.user.findUnique({ where: { email }, select: { id: true, sessionVersion: true } });
  return openDevice(secret, { userId: user?.id ?? "", version: user?.sessionVersion ?? 0 }, value);
}

function signatureOf(key: string, nonce: string, { userId, version }: Account, factor: DeviceFactor): string {
  const text = [nonce, userId, version, factor].join("\n");
  return createHmac("sha256", `known-device:${key}`).update(text).digest("base64url");
}
