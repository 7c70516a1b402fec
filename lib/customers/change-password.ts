import { logSecurity } from "@/lib/auth/log-security";
import { requireGoodPassword } from "@/lib/auth/password-strength";
import type { PasswordHasher } from "@/lib/auth/passwords";
import { rotateSession } from "@/lib/auth/rotate-session";
import type { Database } from "@/lib/db/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { auditOwnDeed } from "./audit-own-deed";
import { type Reauthentication, reauthenticate } from "./reauthenticate";

export type ChangePasswordInput = Reauthentication & {
  newPassword: string;
  /** The caller's session; all others end. */
  sessionId: string;
  /** The account's address, which the new password must not contain. */
  email: string;
  isAdmin: boolean;
};

/**
 * Replaces a customer's password and returns the session's new id. Every other session ends, open reset links are
 * deleted, and a mail tells the owner. Errors: as of reauthenticate; invalid_input at `newPassword`; conflict for an
 * account without a password (the reset mail sets its first one), and when the password has changed meanwhile.
 */
export async function changePassword(
  deps: { db: Database; hasher: PasswordHasher; now: Date },
  input: ChangePasswordInput,
): Promise<string> {
  const { userId, sessionId, newPassword } = input;
  await requireGoodPassword(newPassword, input, "newPassword");
  const before = await reauthenticate(deps, input);
  if (before === null) {
    throw new AppError("conflict", { userMessage: "Your account has no password yet. Set one by email." });
  }
  const passwordHash = await deps.hasher.hash(newPassword);
  const renewed = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: before },
      data: { passwordHash },
    });
    if (count === 0) throw new AppError("conflict");
    await tx.userSession.updateMany({
      where: { userId, id: { not: sessionId }, revokedAt: null },
      data: { revokedAt: deps.now },
    });
    await tx.emailToken.deleteMany({ where: { userId, kind: "reset_password" } });
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    await enqueueMail(tx, {
      key: `password-changed:${newId()}`,
      kind: "password-changed",
      recipient: email,
    });
    const id = await rotateSession(tx, { userId, sessionId }, { reauthenticatedAt: deps.now });
    await auditOwnDeed(tx, userId, "password.changed");
    return id;
  });
  logSecurity("password_changed", { userId, sessionId: renewed });
  return renewed;
}
