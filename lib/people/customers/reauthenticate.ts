import type { Db } from "@/lib/base/db/client";
import { AppError, forbidden, invalidField } from "@/lib/base/errors";
import { minute } from "@/lib/base/time/time";
import type { PasswordHasher } from "@/lib/people/auth/passwords";

/** The account holder gives this evidence before a way to sign in is changed or the account is deleted. */
export type Reauthentication = {
  userId: string;
  /** The typed password; empty for none. */
  password: string;
  /** When this session last authenticated. */
  reauthenticatedAt: Date;
};

/** For accounts without a password: how long a sign-in counts as re-authentication. */
const freshSignInMs = 10 * minute;

/**
 * Re-authenticates the account holder by the password or, for an account without one, by a sign-in within the last ten
 * minutes. Returns the current password hash. Callers limit the attempts. Errors: invalid_input at `password`;
 * forbidden when a fresh sign-in is needed; not_found for a deleted account.
 */
export async function reauthenticate(
  deps: { db: Db; hasher: PasswordHasher; now: Date },
  given: Reauthentication,
): Promise<string | null> {
  const user = await deps.db.user.findFirst({
    where: { id: given.userId, anonymizedAt: null },
    select: { passwordHash: true },
  });
  if (!user) throw new AppError("not_found");
  if (user.passwordHash === null) {
    if (deps.now.getTime() - given.reauthenticatedAt.getTime() <= freshSignInMs) return null;
    throw forbidden("Please sign out, sign in again, and repeat this within ten minutes.");
  }
  if (given.password === "") throw invalidField("password", "Please enter your password.");
  if (await deps.hasher.verify(user.passwordHash, given.password)) return user.passwordHash;
  throw invalidField("password", "This is not your password.");
}
