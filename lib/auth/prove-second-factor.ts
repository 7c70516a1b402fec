import { recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { unseal } from "@/lib/secret-box";
import { minute } from "@/lib/time";
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
 * Takes a code of an account's second factor. A code of the app is good once, and no older one after it; a recovery
 * code is good once, too, also when two requests bring it at the same time. Errors: invalid_input for a code that is
 * wrong or used; conflict for an account without a second factor. Callers limit how often it is tried.
 */
export async function spendCode(db: Database, input: SecondFactorCode): Promise<void> {
  const user = await db.user.findUniqueOrThrow({ where: { id: input.userId } });
  if (user.totpConfirmedAt === null || user.totpSecretSealed === null)
    throw new AppError("conflict", { detail: "no second factor is set up" });
  const step = findTotpStep(unseal(input.shopSecret, user.totpSecretSealed), input.code, input.now);
  const isSpent =
    step === null ? await spendRecoveryCode(db, user, input) : await spendStep(db, input.userId, step);
  if (isSpent) return;
  const message = "This code is not right, or was used before. Please try the next one.";
  throw new AppError("invalid_input", { userMessage: message, fieldErrors: { code: message } });
}

/**
 * spendCode for a session, which then counts as freshly proven; answers the session's new id. Errors: as of spendCode;
 * unauthorized for a session that has ended.
 */
export async function proveSecondFactor(
  db: Database,
  factor: SecondFactorCode & { sessionId: string },
): Promise<string> {
  await spendCode(db, factor);
  return rotateSession(db, factor, { secondFactorAt: factor.now, provenAt: factor.now });
}

async function spendStep(db: Database, userId: string, step: number): Promise<boolean> {
  const used = await db.user.updateMany({
    where: { id: userId, OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }] },
    data: { totpLastStep: step },
  });
  return used.count === 1;
}

/** A code of the paper is spent in the open: it means a lost phone, or somebody who found the paper. */
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
    const left = await tx.recoveryCode.count({ where: { userId: user.id, usedAt: null } });
    await recordAudit(tx, {
      actor: { id: user.id, email: user.email },
      action: "recovery_code.used",
      subjectType: "user",
      subjectId: user.id,
      after: { left },
    });
    return true;
  });
}

const freshForMs = 15 * minute;

/** True while a factor is recent enough for actions that move money. */
export function isReauthenticationFresh(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() < freshForMs;
}
