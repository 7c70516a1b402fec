import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { secretKeys } from "./shop-secret";

// AES-256-GCM authenticates: a value that was changed or sealed under another secret can't be opened.
const algorithm = "aes-256-gcm";
const cipherKey = (key: string) => createHash("sha256").update(`supplier-keys:${key}`).digest();

/** Encrypts a short secret (a supplier's API key) for the database, under the first key of SHOP_SECRET. */
export function seal(secret: string, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, cipherKey(secretKeys(secret)[0]), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** The value that was sealed under any of the keys. Throws when no key opens it. */
export function unseal(secret: string, sealed: string): string {
  const [first, ...older] = secretKeys(secret);
  try {
    return unsealWith(first, sealed);
  } catch (error) {
    if (older.length === 0) throw error;
    return unseal(older.join(","), sealed);
  }
}

/** The value sealed under the first key; null when it is already. Throws when no key opens it. */
export function reseal(secret: string, sealed: string): string | null {
  try {
    unsealWith(secretKeys(secret)[0], sealed);
    return null;
  } catch {
    return seal(secret, unseal(secret, sealed));
  }
}

function unsealWith(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(algorithm, cipherKey(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
