import type { PasswordHasher } from "@/lib/auth/passwords";
import type { Db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { minute } from "@/lib/time";

/** What a person shows to change how their account is opened, or to end it. */
export type Reauthentication = {
  userId: string;
  /** The account's password as it was typed; empty where nothing was. */
  password: string;
  /** When this session last proved who it is. */
  provenAt: Date;
};

export type ReauthenticationDeps = { db: Db; hasher: PasswordHasher; now: Date };

/** For so long a sign-in proves an account that has no password. */
export const freshSignInMs = 10 * minute;

/**
 * Makes sure that it is the owner who sits there: by the password, or, where the account has none, by a sign-in of the
 * last ten minutes. Answers the password's hash as it stands. Errors: invalid_input at `password` for a wrong or a
 * missing one; forbidden when a fresh sign-in is needed; not_found for an account that is gone. Callers limit how
 * often it is tried.
 */
export async function reauthenticate(
  deps: ReauthenticationDeps,
  proof: Reauthentication,
): Promise<string | null> {
  const user = await deps.db.user.findFirst({
    where: { id: proof.userId, anonymizedAt: null },
    select: { passwordHash: true },
  });
  if (!user) throw new AppError("not_found");
  if (user.passwordHash === null) {
    if (deps.now.getTime() - proof.provenAt.getTime() <= freshSignInMs) return null;
    throw new AppError("forbidden", {
      userMessage: "Please sign out, sign in again, and repeat this within ten minutes.",
    });
  }
  const isRight = proof.password !== "" && (await deps.hasher.verify(user.passwordHash, proof.password));
  if (isRight) return user.passwordHash;
  const message = proof.password === "" ? "Please enter your password." : "This is not your password.";
  throw new AppError("invalid_input", { userMessage: message, fieldErrors: { password: message } });
}
