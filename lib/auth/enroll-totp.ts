import type { Database } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { seal, unseal } from "@/lib/secret-box";
import { findTotpStep, newTotpSecret } from "./totp";

/**
 * The secret an account's authenticator app is about to be set up with: made at the first call, the same at each later
 * one until it is confirmed, so that a reload doesn't void a code that was scanned; `isNew` makes another one, for who
 * has just given the password again: nobody who saw an earlier one can use it. Throws conflict once confirmed: it is
 * shown no more.
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
    throw new AppError("conflict", { userMessage: "Your authenticator app is set up already." });
  return unseal(shopSecret, user.totpSecretSealed);
}

/**
 * Confirms the app with a first code of it, in the caller's transaction. Errors: invalid_input at `code` for a wrong
 * one, conflict when it was confirmed before.
 */
export async function confirmTotp(
  tx: Prisma.TransactionClient,
  { userId, shopSecret, code, now }: { userId: string; shopSecret: string; code: string; now: Date },
): Promise<void> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  const isSetUp = new AppError("conflict", { userMessage: "Your authenticator app is set up already." });
  if (user.totpConfirmedAt || !user.totpSecretSealed) throw isSetUp;
  const step = findTotpStep(unseal(shopSecret, user.totpSecretSealed), code, now);
  if (step === null) {
    const message = "This code is not right. Please try the next one.";
    throw new AppError("invalid_input", { userMessage: message, fieldErrors: { code: message } });
  }
  const { count } = await tx.user.updateMany({
    where: { id: userId, totpConfirmedAt: null },
    data: { totpConfirmedAt: now, totpLastStep: step },
  });
  if (count === 0) throw isSetUp;
}

/** Takes every second factor of an account away: app, recovery codes and passkeys, in the caller's transaction. */
export async function dropSecondFactors(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  const none = { totpSecretSealed: null, totpConfirmedAt: null, totpLastStep: null };
  await tx.user.update({ where: { id: userId }, data: none });
}
