import { Secret, TOTP } from "otpauth";
import type { Database, Tx } from "@/lib/base/db/client";
import { conflict, invalidField } from "@/lib/base/errors";
import { seal, unseal, unsealBound } from "@/lib/base/secret-box";
import { plainCharacters } from "@/lib/base/text/typed-text";
import { second } from "@/lib/base/time/time";

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
 * A code's time step; null when the code is not valid now. The steps before and after are accepted too, because typing
 * takes time and a phone's clock may be fast (RFC 6238, 5.2 and 6). The caller refuses a used step.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const digits = plainCharacters(code).replace(/\s/g, "");
  if (!/^\d{6}$/.test(digits)) return null;
  const delta = totp(secret).validate({ token: digits, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / (periodSeconds * second)) + delta;
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

/**
 * The secret for setting up an account's authenticator app: made once and repeated until confirmed, so that a reload
 * keeps a scanned code valid. `isNew`, after re-authentication, makes another, so that an earlier one seen by others is
 * void. A secret that release 1.0.0 sealed may be another account's, so it is replaced, not shown. Errors: conflict
 * once confirmed.
 */
export async function beginTotp(
  db: Database,
  { userId, shopSecret, isNew = false }: { userId: string; shopSecret: string; isNew?: boolean },
): Promise<string> {
  const place = `second-factor:${userId}` as const;
  await db.user.updateMany({
    where: { id: userId, totpConfirmedAt: null, ...(!isNew && { totpSecretSealed: null }) },
    data: { totpSecretSealed: seal(shopSecret, place, newTotpSecret()) },
  });
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.totpConfirmedAt || !user.totpSecretSealed) throw alreadySetUp();
  const secret = unsealBound(shopSecret, place, user.totpSecretSealed);
  return secret ?? beginTotp(db, { userId, shopSecret, isNew: true });
}

/**
 * Confirms the app with its first code, in the caller's transaction. Errors: invalid_input at `code`; conflict when
 * confirmed before.
 */
export async function confirmTotp(
  tx: Tx,
  { userId, shopSecret, code, now }: { userId: string; shopSecret: string; code: string; now: Date },
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.totpConfirmedAt || !user.totpSecretSealed) throw alreadySetUp();
  const secret = unseal(shopSecret, `second-factor:${userId}`, user.totpSecretSealed);
  const step = findTotpStep(secret, code, now);
  if (step === null) throw invalidField("code", "This code is not right. Please try the next one.");
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpConfirmedAt: null },
    data: { totpConfirmedAt: now, totpLastStep: step },
  });
  if (count === 0) throw alreadySetUp();
}

const alreadySetUp = () => conflict("Your authenticator app is already set up.");

/** Removes an account's app and recovery codes, in the caller's transaction. */
export async function dropTotp(tx: Tx, userId: string): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  const none = { totpSecretSealed: null, totpConfirmedAt: null, totpLastStep: null };
  await tx.user.update({ where: { id: userId }, data: none });
}
