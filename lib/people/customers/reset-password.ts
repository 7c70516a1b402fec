import type { Pool } from "pg";
import type { Database } from "@/lib/base/db/client";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import { requireGoodPassword } from "@/lib/people/auth/password-strength";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { askForAccountMail } from "./account-mail";
import { passwordChangedMail } from "./account-mails";
import { dropEmailTokens, findEmailToken, takeEmailToken } from "./email-token";
import { linkGuestOrders } from "./link-guest-orders";
import { countMailTo, type MailRequester } from "./mail-allowance";
import { auditOwnAction } from "./record-sign-in-change";
import { endAllSessions } from "./sessions";

/**
 * Mails a link for a new password to an address that has an account, verified or not: following it verifies the
 * address. Answer and work are the same for every address. Errors: rate_limited (countMailTo).
 */
export async function requestReset(
  deps: { db: Database; pool: Pool; secret: string },
  { email, ...requester }: MailRequester & { email: string },
): Promise<void> {
  await countMailTo(deps.pool, email, requester, { isReset: true });
  await askForAccountMail(deps.db, deps.secret, { kind: "reset_password", email });
}

/**
 * Sets a new password for a reset link's account, once. Its sessions end, its other links are void, a mail tells the
 * account holder, and its address is verified: the link was read there. Does not sign in; returns the account, which
 * the caller marks as known to this browser. Errors: those of findEmailToken; invalid_input for a weak password.
 */
export async function resetPassword(
  deps: { db: Database; hasher: PasswordHasher; now: Date },
  input: { token: string; password: string },
): Promise<Authenticated> {
  const { db, hasher, now } = deps;
  // Checked before hashing, so that an invalid link costs no hash.
  const found = await findEmailToken(db, "reset_password", input.token, now);
  const isAdmin = (await db.userRole.count({ where: { userId: found.userId, role: "admin" } })) > 0;
  await requireGoodPassword(input.password, { email: found.email, isAdmin });
  const passwordHash = await hasher.hash(input.password);
  const account = await db.$transaction(async (tx) => {
    const link = await takeEmailToken(tx, "reset_password", input.token, now);
    const { count } = await tx.user.updateMany({
      where: { id: link.userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: now },
    });
    await tx.user.update({ where: { id: link.userId }, data: { passwordHash } });
    const version = await endAllSessions(tx, link.userId, now);
    await dropEmailTokens(tx, link.userId, ["reset_password", "verify_email", "change_email"], now);
    if (count > 0) await linkGuestOrders(tx, link.userId, link.email);
    await enqueueMail(tx, passwordChangedMail, { about: link.id, recipient: link.email });
    await auditOwnAction(tx, link.userId, "password.reset");
    return { userId: link.userId, version };
  });
  logSecurity("password_reset", { userId: account.userId });
  return account;
}
