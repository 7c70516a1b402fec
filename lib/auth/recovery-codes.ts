import { randomInt } from "node:crypto";
import type { Prisma } from "@/lib/db/generated/client";
import { newId, sha256 } from "@/lib/ids";

const recoveryCodeCount = 10;
// 32 letters and digits (Crockford's, which people can tell apart): sixteen of them are 80 bits.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const codeLength = 16;

/**
 * Gives an account ten new recovery codes in place of all that it had, in the caller's transaction. What it returns is
 * shown once: only the codes' hashes are kept.
 */
export async function renewRecoveryCodes(tx: Prisma.TransactionClient, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ id: newId(), userId, codeHash: hashRecoveryCode(code) })),
  });
  return codes;
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return letters.replace(/(.{4})(?=.)/g, "$1-");
}

/** The hash of a recovery code, however it was typed or copied from paper. */
export function hashRecoveryCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replaceAll("o", "0")
    .replace(/[il]/g, "1");
  return sha256(`recovery-code:${plain}`);
}
