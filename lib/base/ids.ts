import { createHash, randomBytes, randomUUID, timingSafeEqual } from "node:crypto";

/** A uuid version 7 (RFC 9562): unguessable enough to be a key, ordered by time so that indexes stay compact. */
export function newId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * An order's id. It is fully random, because its first eight characters are shown, and those of a time-ordered id would
 * stay the same for about a minute.
 */
export function newOrderId(): string {
  return randomUUID();
}

/** 160 random bits for an address or cookie that grants access: 27 URL-safe characters. */
export function newToken(): string {
  return randomBytes(20).toString("base64url");
}

/** True when two secrets are equal; the time does not reveal how much of `given` is right. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** SHA-256 in hex, for storing secrets and request fingerprints. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
