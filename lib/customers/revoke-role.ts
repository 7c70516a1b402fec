import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { dropSecondFactors } from "@/lib/auth/enroll-totp";
import { logSecurity } from "@/lib/auth/log-security";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { endAllSessions } from "./end-session";

export type RevokeInput = { userId: string; actor: Actor; reason: string };

/**
 * Revokes the admin role: every session, the second factor, the recovery codes and the passkeys end with it. Repeating it
 * changes nothing. Errors: conflict for the actor's own role and for the last administrator's, also when two revoke each
 * other's at the same time.
 */
export async function revokeRole(db: Database, { userId, actor, reason }: RevokeInput): Promise<void> {
  if (actor.id === userId) {
    throw new AppError("conflict", {
      userMessage: "You can't take your own role away. Ask another administrator.",
    });
  }
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE user_roles IN SHARE ROW EXCLUSIVE MODE`;
    const administrators = await tx.userRole.findMany({ where: { role: "admin" }, select: { userId: true } });
    if (!administrators.some((administrator) => administrator.userId === userId)) return;
    const isActorStill = actor.id === null || administrators.some(({ userId: id }) => id === actor.id);
    if (!isActorStill) throw new AppError("forbidden", { userMessage: "You don't have admin privileges." });
    if (administrators.length === 1) {
      throw new AppError("conflict", {
        userMessage: "This is the last administrator. Make another one first.",
      });
    }
    await tx.userRole.deleteMany({ where: { userId, role: "admin" } });
    await dropSecondFactors(tx, userId);
    await endAllSessions(tx, userId, databaseNow());
    await recordAudit(tx, {
      actor,
      action: "role.revoked",
      subjectType: "user",
      subjectId: userId,
      before: { role: "admin" },
      reason,
    });
  });
  logSecurity("role_revoked", { userId });
}
