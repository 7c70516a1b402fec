import { Secret, TOTP } from "otpauth";
import { second } from "@/lib/time";

const periodSeconds = 30;

/** A new secret for an authenticator app, in base32: 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What the QR code says: the key URI that authenticator apps read. */
export function totpUri(secret: string, account: string, issuer: string): string {
  return totp(secret, account, issuer).toString();
}

/**
 * The time step a code belongs to, or null when it is not a code of now. The step before is taken too, and no other:
 * typing takes time (RFC 6238, 5.2: "at most one time step"). The caller refuses a step that was used before.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const digits = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totp(secret).validate({ token: digits, timestamp: now.getTime(), window: 1 });
  return delta === null || delta > 0 ? null : Math.floor(now.getTime() / (periodSeconds * second)) + delta;
}

function totp(secret: string, label?: string, issuer?: string): TOTP {
  return new TOTP({
    secret: Secret.fromBase32(secret),
    digits: 6,
    period: periodSeconds,
    ...(label !== undefined && { label }),
    ...(issuer !== undefined && { issuer }),
  });
}
