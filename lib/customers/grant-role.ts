import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { dropSecondFactors } from "@/lib/auth/enroll-totp";
import { logSecurity } from "@/lib/auth/log-security";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { sendLink } from "./answer-account-mail";
import { dropEmailTokens, issueEmailToken } from "./email-token";
import { endAllSessions } from "./end-session";

export type GrantInput = { userId: string; actor: Actor; reason: string };

/**
 * Makes an account an administrator's. Its sessions end, Google is disconnected, and its password, second factor and
 * passkeys are removed; a mailed link sets a new password, and the second factor is set up at the first sign-in.
 * Repeating it changes nothing. Errors: not_found; conflict for an unverified address.
 */
export async function grantRole(
  { db, secret, now }: { db: Database; secret: string; now: Date },
  { userId, actor, reason }: GrantInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE user_roles IN SHARE ROW EXCLUSIVE MODE`;
    const user = await tx.user.findFirst({
      where: { id: userId, anonymizedAt: null },
      include: { roles: true },
    });
    if (!user) throw new AppError("not_found", { userMessage: "There is no such account." });
    if (user.roles.some(({ role }) => role === "admin")) return;
    if (!user.emailVerifiedAt) {
      throw new AppError("conflict", {
        userMessage: "This address was never verified. Send the link again and wait until it is followed.",
      });
    }
    await tx.userRole.create({ data: { userId, role: "admin" } });
    await tx.user.update({ where: { id: userId }, data: { passwordHash: null } });
    await tx.account.deleteMany({ where: { userId } });
    await dropSecondFactors(tx, userId);
    await endAllSessions(tx, userId, now);
    await dropEmailTokens(tx, userId, ["reset_password", "change_email"], now);
    const link = { userId, kind: "reset_password", email: user.email } as const;
    await sendLink(tx, "reset-password", user.email, await issueEmailToken(tx, { secret, now }, link));
    await recordAudit(tx, {
      actor,
      action: "role.granted",
      subjectType: "user",
      subjectId: userId,
      after: { role: "admin" },
      reason,
    });
  });
  logSecurity("role_granted", { userId });
}
