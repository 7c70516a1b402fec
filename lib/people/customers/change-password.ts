import type { Database } from "@/lib/base/db/client";
import { AppError, conflict } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import { requireGoodPassword } from "@/lib/people/auth/password-strength";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import { passwordChangedMail } from "./account-mails";
import { dropEmailTokens } from "./email-token";
import { type Reauthentication, reauthenticate } from "./reauthenticate";
import { auditOwnAction } from "./record-sign-in-change";
import { endOtherSessions, type RenewedSession } from "./sessions";

type ChangePasswordInput = Reauthentication & {
  newPassword: string;
  /** The caller's session; all others end. */
  sessionId: string;
  /** The account's address: its parts make a new password easier to guess (passwordProblem). */
  email: string;
  isAdmin: boolean;
};

/**
 * Replaces a customer's password and renews the session. Every other session ends, open links to reset the password or
 * change the address are void, and a mail tells the account holder. Errors: those of reauthenticate; invalid_input at
 * `newPassword`; conflict for an account without a password (the reset mail sets its first one), and when the password
 * has changed meanwhile.
 */
export async function changePassword(
  deps: { db: Database; hasher: PasswordHasher; now: Date },
  input: ChangePasswordInput,
): Promise<RenewedSession> {
  const { userId, sessionId, newPassword } = input;
  await requireGoodPassword(newPassword, input, "newPassword");
  const before = await reauthenticate(deps, input);
  if (before === null) throw conflict("Your account has no password yet. Set one by email.");
  const passwordHash = await deps.hasher.hash(newPassword);
  const renewed = await deps.db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: before },
      data: { passwordHash },
    });
    if (count === 0) throw new AppError("conflict");
    await dropEmailTokens(tx, userId, ["reset_password", "change_email"], deps.now);
    const { email } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
    await enqueueMail(tx, passwordChangedMail, { about: newId(), recipient: email });
    // No re-authentication of the session: an administrator's money actions also ask for a code.
    const own = await endOtherSessions(tx, { userId, sessionId }, deps.now);
    await auditOwnAction(tx, userId, "password.changed");
    return own;
  });
  logSecurity("password_changed", { userId, sessionId: renewed.sessionId });
  return renewed;
}
