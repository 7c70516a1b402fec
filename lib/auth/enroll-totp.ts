import { randomInt } from "node:crypto";
import { recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { newId, sha256 } from "@/lib/ids";
import { seal, unseal } from "@/lib/secret-box";
import { rotateSession } from "./rotate-session";
import { findTotpStep, newTotpSecret } from "./totp";

/**
 * The secret an account's authenticator app is about to be set up with: made at the first call, the same at each later
 * one until it is confirmed, so that a reload doesn't void a code that was scanned. Throws conflict once confirmed:
 * it is shown no more.
 */
export async function beginTotp(
  db: Database,
  { userId, shopSecret }: { userId: string; shopSecret: string },
): Promise<string> {
  const fresh = newTotpSecret();
  await db.user.updateMany({
    where: { id: userId, totpSecretSealed: null },
    data: { totpSecretSealed: seal(shopSecret, fresh) },
  });
  const user = await db.user.findUniqueOrThrow({ where: { id: userId } });
  if (user.totpConfirmedAt || !user.totpSecretSealed)
    throw new AppError("conflict", { detail: "the second factor is set up already" });
  return unseal(shopSecret, user.totpSecretSealed);
}

const recoveryCodeCount = 10;

/**
 * Confirms the app with a first code of it, which is the session's second factor too, and answers the session's new id
 * and ten recovery codes. They are shown once: only their hashes are kept. Throws invalid_input for a wrong code,
 * conflict when it was confirmed before.
 */
export async function confirmTotp(
  db: Database,
  input: { userId: string; sessionId: string; shopSecret: string; code: string; now: Date },
): Promise<{ sessionId: string; codes: string[] }> {
  const user = await db.user.findUniqueOrThrow({ where: { id: input.userId } });
  if (user.totpConfirmedAt || !user.totpSecretSealed) throw new AppError("conflict");
  const step = findTotpStep(unseal(input.shopSecret, user.totpSecretSealed), input.code, input.now);
  if (step === null)
    throw new AppError("invalid_input", { userMessage: "This code is not right. Please try the next one." });
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  const sessionId = await db.$transaction(async (tx) => {
    const confirmed = await tx.user.updateMany({
      where: { id: input.userId, totpConfirmedAt: null },
      data: { totpConfirmedAt: input.now, totpLastStep: step },
    });
    if (confirmed.count === 0) throw new AppError("conflict");
    const renewed = await rotateSession(tx, input, { secondFactorAt: input.now, provenAt: input.now });
    await tx.recoveryCode.deleteMany({ where: { userId: input.userId } });
    await tx.recoveryCode.createMany({
      data: codes.map((code) => ({ id: newId(), userId: input.userId, codeHash: hashRecoveryCode(code) })),
    });
    await recordAudit(tx, {
      actor: { id: user.id, email: user.email },
      action: "second_factor.set_up",
      subjectType: "user",
      subjectId: user.id,
    });
    return renewed;
  });
  return { sessionId, codes };
}

// Without letters and digits that look alike; twenty of them are 99 bits.
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const groupLength = 5;

function newRecoveryCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/** The hash of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return sha256(`recovery-code:${code.toLowerCase().replace(/[^a-z0-9]/g, "")}`);
}
