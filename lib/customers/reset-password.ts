import { logSecurity } from "@/lib/auth/log-security";
import { requireGoodPassword } from "@/lib/auth/password-strength";
import type { PasswordHasher } from "@/lib/auth/passwords";
import type { Database } from "@/lib/db/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { auditOwnDeed } from "./audit-own-deed";
import { dropEmailTokens, findEmailToken, takeEmailToken } from "./email-token";
import { endAllSessions } from "./end-session";
import { linkGuestOrders } from "./link-guest-orders";

/**
 * Gives the account behind a reset link a new password, once. Every session of the account ends, every other link to it
 * is void, its owner is told by mail. An address that was not verified is now: the link was read there. It does not
 * sign in; the address is answered for the browser to be known by.
 * Errors: invalid_input for the password, link_unknown, link_used, link_expired.
 */
export async function resetPassword(
  deps: { db: Database; hasher: PasswordHasher; now: Date },
  input: { token: string; password: string },
): Promise<{ email: string }> {
  const { db, hasher, now } = deps;
  // Nobody makes us hash for a link that opens nothing.
  const owner = await findEmailToken(db, "reset_password", input.token, now);
  const isAdmin = (await db.userRole.count({ where: { userId: owner.userId, role: "admin" } })) > 0;
  await requireGoodPassword(input.password, { email: owner.email, isAdmin });
  const passwordHash = await hasher.hash(input.password);
  const { userId, email } = await db.$transaction(async (tx) => {
    const link = await takeEmailToken(tx, "reset_password", input.token, now);
    const { count } = await tx.user.updateMany({
      where: { id: link.userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: now },
    });
    await tx.user.update({ where: { id: link.userId }, data: { passwordHash } });
    await endAllSessions(tx, link.userId, now);
    await dropEmailTokens(tx, link.userId, ["reset_password", "verify_email"], now);
    if (count > 0) await linkGuestOrders(tx, link.userId, link.email);
    const key = `password-changed:${link.id}`;
    await enqueueMail(tx, {
      key,
      kind: "password-changed",
      orderId: null,
      recipient: link.email,
      props: {},
    });
    await auditOwnDeed(tx, link.userId, "password.reset");
    return link;
  });
  logSecurity("password_reset", { userId });
  return { email };
}
