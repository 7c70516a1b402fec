import { createCipheriv, createDecipheriv, createHash, createHmac } from "node:crypto";
import { secretKeys } from "./env/shop-secret";

/** The purpose of a sealed value and, where its row matters, the row's id. The value can be opened for nothing else. */
export type SealedPlace =
  | `second-factor:${string}`
  | `supplier:${string}`
  | "telegram-token"
  | "mailed-link"
  | "account-mail";

// AES-256-GCM authenticates: a value that was changed or sealed under another secret can't be opened.
const algorithm = "aes-256-gcm";
const nonceBytes = 12;
const tagBytes = 16;
const headBytes = nonceBytes + tagBytes;

// The nonce binds the value to its place: it is a MAC of place and text, then a mark that it is one. GCM authenticates
// the nonce, so it can't be exchanged. The place is not GCM's additional data, because releases up to 1.0.0, which
// sealed under a random nonce, must open the value too.
const placeBytes = 8;

/** A value's key, and what its nonce says about the value's place. */
type Opened = { plain: string; key: string; isBound: boolean };

/** Encrypts a short secret (a supplier's API key) for its place in the database, under the first key of SHOP_SECRET. */
export function seal(secret: string, place: SealedPlace, plain: string): string {
  const [key] = secretKeys(secret);
  const nonce = nonceOf(key, place, plain);
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/**
 * The value that was sealed for this place under any of the keys. A value of release 1.0.0 names no place and is opened
 * at all. Throws when no key opens it, or when it was sealed for another place.
 */
export function unseal(secret: string, place: SealedPlace, sealed: string): string {
  return open(secret, place, sealed).plain;
}

/** The value, as `unseal` opens it; null for a value of release 1.0.0, which may come from another place. */
export function unsealBound(secret: string, place: SealedPlace, sealed: string): string | null {
  const { plain, isBound } = open(secret, place, sealed);
  return isBound ? plain : null;
}

/**
 * The value sealed for its place under the first key; null when it is already. Throws when no key opens it, or when it
 * was sealed for another place.
 */
export function reseal(secret: string, place: SealedPlace, sealed: string): string | null {
  const { plain, key, isBound } = open(secret, place, sealed);
  return isBound && key === secretKeys(secret)[0] ? null : seal(secret, place, plain);
}

function open(secret: string, place: SealedPlace, sealed: string): Opened {
  const bytes = Buffer.from(sealed, "base64url");
  const nonce = bytes.subarray(0, nonceBytes);
  const { plain, key } = decrypt(secretKeys(secret), bytes);
  const isBound = markOf(key, nonce.subarray(0, placeBytes)).equals(nonce.subarray(placeBytes));
  if (isBound && !nonceOf(key, place, plain).equals(nonce)) {
    throw new Error(`this value was not sealed for ${place}`);
  }
  return { plain, key, isBound };
}

function decrypt([key = "", ...older]: string[], bytes: Buffer): Omit<Opened, "isBound"> {
  try {
    const decipher = createDecipheriv(algorithm, cipherKey(key), bytes.subarray(0, nonceBytes));
    decipher.setAuthTag(bytes.subarray(nonceBytes, headBytes));
    const plain = Buffer.concat([decipher.update(bytes.subarray(headBytes)), decipher.final()]);
    return { plain: plain.toString("utf8"), key };
  } catch (error) {
    if (older.length === 0) throw error;
    return decrypt(older, bytes);
  }
}

function nonceOf(key: string, place: SealedPlace, plain: string): Buffer {
  const ofPlace = hmacOf(key, JSON.stringify([place, plain])).subarray(0, placeBytes);
  return Buffer.concat([ofPlace, markOf(key, ofPlace)]);
}

function markOf(key: string, ofPlace: Buffer): Buffer {
  return hmacOf(key, ofPlace).subarray(0, nonceBytes - placeBytes);
}

function hmacOf(key: string, data: string | Buffer): Buffer {
  return createHmac("sha256", `sealed-for:${key}`).update(data).digest();
}

function cipherKey(key: string): Buffer {
  return createHash("sha256").update(`supplier-keys:${key}`).digest();
}
