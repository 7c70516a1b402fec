import { recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { AppError, invalidField } from "@/lib/base/errors";
import { unseal } from "@/lib/base/secret-box";
import { minute } from "@/lib/base/time/time";
import { hashRecoveryCode } from "./recovery-codes";
import { rotateSession } from "./rotate-session";
import { findTotpStep } from "./totp";

export type SecondFactorCode = {
  userId: string;
  shopSecret: string;
  /** Six digits of the app, or a recovery code. */
  code: string;
  now: Date;
};

/**
 * Consumes a code of an account's second factor. An app's code works once, and after it no older one does; a recovery
 * code works once, even when two requests race. Callers limit the attempts. Errors: invalid_input for a wrong or used
 * code; conflict without a second factor.
 */
export async function spendCode(db: Database, input: SecondFactorCode): Promise<void> {
  const user = await db.user.findUniqueOrThrow({ where: { id: input.userId } });
  if (user.totpConfirmedAt === null || user.totpSecretSealed === null)
    throw new AppError("conflict", { detail: "no second factor is set up" });
  const secret = unseal(input.shopSecret, `second-factor:${user.id}`, user.totpSecretSealed);
  const step = findTotpStep(secret, input.code, input.now);
  const isSpent =
    step === null ? await spendRecoveryCode(db, user, input) : await spendStep(db, input.userId, step);
  if (isSpent) return;
  throw invalidField("code", "This code is not right, or was used before. Please try the next one.");
}

/**
 * Gives a session its second factor by a code (spendCode) and returns its new id. A code alone does not re-authenticate:
 * money actions count from the password. Errors: those of spendCode; unauthorized for an ended session.
 */
export async function giveSecondFactor(
  db: Database,
  factor: SecondFactorCode & { sessionId: string },
): Promise<string> {
  await spendCode(db, factor);
  return rotateSession(db, factor, { secondFactorAt: factor.now });
}

/**
 * Re-authenticates a session, whose caller has just checked the password, with a code (spendCode) and returns its new
 * id. Errors: those of spendCode; unauthorized for an ended session.
 */
export async function reauthenticateByCode(
  db: Database,
  factor: SecondFactorCode & { sessionId: string },
): Promise<string> {
  await spendCode(db, factor);
  return rotateSession(db, factor, { secondFactorAt: factor.now, reauthenticatedAt: factor.now });
}

async function spendStep(db: Database, userId: string, step: number): Promise<boolean> {
  const used = await db.user.updateMany({
    where: { id: userId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return used.count === 1;
}

/**
 * An administrator's use of a recovery code is audited, because it means a lost phone or stolen codes. A customer's is
 * not: the audit log can't be erased with the account.
 */
async function spendRecoveryCode(
  db: Database,
  user: { id: string; email: string },
  { code, now }: SecondFactorCode,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const used = await tx.recoveryCode.updateMany({
      where: { userId: user.id, codeHash: hashRecoveryCode(code), usedAt: null },
      data: { usedAt: now },
    });
    if (used.count === 0) return false;
    if ((await tx.userRole.count({ where: { userId: user.id, role: "admin" } })) === 0) return true;
    const left = await tx.recoveryCode.count({ where: { userId: user.id, usedAt: null } });
    await recordAudit(tx, { actor: user }, "recovery_code.used", ["user", user.id], { after: { left } });
    return true;
  });
}

const freshForMs = 15 * minute;

/** True while a re-authentication is recent enough for money actions. */
export function isReauthenticationFresh(reauthenticatedAt: Date, now: Date): boolean {
  return now.getTime() - reauthenticatedAt.getTime() < freshForMs;
}
