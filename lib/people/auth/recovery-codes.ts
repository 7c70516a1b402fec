import { randomInt } from "node:crypto";
import type { Tx } from "@/lib/base/db/client";
import { newId, sha256 } from "@/lib/base/ids";
import { plainCharacters } from "@/lib/base/text/typed-text";

const recoveryCodeCount = 10;
// No letters and digits that look alike; twenty characters are 99 bits.
const alphabet = "23456789abcdefghjkmnpqrstuvwxyz";
const groupLength = 5;

/** Replaces an account's recovery codes by ten new ones, in the caller's transaction. Only their hashes are stored. */
export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({
    data: codes.map((code) => ({ id: newId(), userId, codeHash: hashRecoveryCode(code) })),
  });
  return codes;
}

function newRecoveryCode(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join("");
  return [group(), group(), group(), group()].join("-");
}

/** The hash of a recovery code, however it was typed. */
export function hashRecoveryCode(code: string): string {
  return sha256(
    `recovery-code:${plainCharacters(code)
      .toLowerCase()
      .replace(/[^a-z0-9]/g, "")}`,
  );
}
