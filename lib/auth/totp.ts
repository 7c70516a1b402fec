import { Secret, TOTP } from "otpauth";
import { second } from "@/lib/time";

const periodSeconds = 30;

/** A new secret for an authenticator app, in base32: 160 bits, as RFC 4226 recommends. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The QR code's text: the key URI that authenticator apps read. */
export function totpUri(secret: string, account: string, issuer: string): string {
  return totp(secret, account, issuer).toString();
}

/**
 * A code's time step; null when it is not a present code. The previous step is accepted too, for the time typing takes
 * (RFC 6238, 5.2: "at most one time step"). The caller refuses a used step.
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
