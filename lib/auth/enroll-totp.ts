import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError, invalidField } from "@/lib/errors";
import { seal, unseal } from "@/lib/secret-box";
import { findTotpStep, newTotpSecret } from "./totp";

/**
 * The secret for setting up an account's authenticator app: made once and repeated until confirmed, so that a reload
 * keeps a scanned code valid. `isNew`, after re-authentication, makes another, so that an earlier one seen by others is
 * void. Errors: conflict once confirmed.
 */
export async function beginTotp(
  db: Database,
  { userId, shopSecret, isNew = false }: { userId: string; shopSecret: string; isNew?: boolean },
): Promise<string> {
  await db.user.updateMany({
    where: { id: userId, totpConfirmedAt: null, ...(!isNew && { totpSecretSealed: null }) },
    data: { totpSecretSealed: seal(shopSecret, newTotpSecret()) },
  });
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.totpConfirmedAt || !user.totpSecretSealed)
    throw new AppError("conflict", { userMessage: "Your authenticator app is already set up." });
  return unseal(shopSecret, user.totpSecretSealed);
}

/**
 * Confirms the app with its first code, in the caller's transaction. Errors: invalid_input at `code`; conflict when
 * confirmed before.
 */
export async function confirmTotp(
  tx: Prisma.TransactionClient,
  { userId, shopSecret, code, now }: { userId: string; shopSecret: string; code: string; now: Date },
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const isSetUp = new AppError("conflict", { userMessage: "Your authenticator app is already set up." });
  if (user.totpConfirmedAt || !user.totpSecretSealed) throw isSetUp;
  const step = findTotpStep(unseal(shopSecret, user.totpSecretSealed), code, now);
  if (step === null) throw invalidField("code", "This code is not right. Please try the next one.");
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpConfirmedAt: null },
    data: { totpConfirmedAt: now, totpLastStep: step },
  });
  if (count === 0) throw isSetUp;
}

/** Removes an account's second factors: app, recovery codes and passkeys, in the caller's transaction. */
export async function dropSecondFactors(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  const none = { totpSecretSealed: null, totpConfirmedAt: null, totpLastStep: null };
  await tx.user.update({ where: { id: userId }, data: none });
}
