import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const cipherKey = (key: string) => createHash("sha256").update(`supplier-keys:${key}`).digest();

/** Seals as release 1.0.0 did: for no place, under a random nonce. */
export function sealAsRelease100(key: string, plain: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv(algorithm, cipherKey(key), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** Opens as release 1.0.0 does. */
export function unsealAsRelease100(key: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv(algorithm, cipherKey(key), bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString("utf8");
}
