import { recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { unseal } from "@/lib/secret-box";
import { minute } from "@/lib/time";
import { hashRecoveryCode } from "./enroll-totp";
import { rotateSession } from "./rotate-session";
import { findTotpStep } from "./totp";

export type SecondFactorProof = {
  userId: string;
  sessionId: string;
  shopSecret: string;
  /** Six digits of the app, or a recovery code. */
  code: string;
  now: Date;
};

/**
 * Takes a code as the second factor of a session, which counts as a fresh proof, and answers the session's new id. A
 * code of the app is good once, a recovery code too, also when two requests bring it at the same time. Throws
 * invalid_input for a code that is wrong or used, unauthorized for a session that has ended.
 */
export async function proveSecondFactor(db: Database, proof: SecondFactorProof): Promise<string> {
  const user = await db.user.findUniqueOrThrow({ where: { id: proof.userId } });
  const isTaken = user.totpConfirmedAt !== null && user.totpSecretSealed !== null;
  if (!isTaken || !user.totpSecretSealed)
    throw new AppError("conflict", { detail: "no second factor is set up" });
  const step = findTotpStep(unseal(proof.shopSecret, user.totpSecretSealed), proof.code, proof.now);
  const used =
    step === null ? await spendRecoveryCode(db, user, proof) : await spendStep(db, proof.userId, step);
  if (!used)
    throw new AppError("invalid_input", {
      userMessage: "Invalid credentials. Please try the next code.",
    });
  return rotateSession(db, proof, { secondFactorAt: proof.now, provenAt: proof.now });
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
  { code, now }: SecondFactorProof,
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

/** True while a proof is recent enough for actions that move money. */
export function isProofFresh(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() < freshForMs;
}
