import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import { dropSecondFactors } from "@/lib/auth/enroll-totp";
import { logSecurity } from "@/lib/auth/log-security";
import { staffRows } from "@/lib/auth/roles";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { endAllSessions } from "./end-session";
import { lockStaff, requireAnotherOwner } from "./staff";

/**
 * Revokes the admin role with its staff role: every session, the second factor, the recovery codes and the passkeys end
 * with it. Repeating it changes nothing. Errors: forbidden for an actor who is not an owner; conflict for the actor's own
 * role and for the last owner's, also when two revoke each other's at the same time.
 */
export async function revokeRole(
  db: Database,
  { userId, ...deed }: Deed & { userId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const staff = await lockStaff(tx, deed.actor, userId);
    const role = staff.get(userId);
    if (!role) return;
    requireAnotherOwner(staff, userId);
    await tx.userRole.deleteMany({ where: { userId, role: { in: [...staffRows] } } });
    await dropSecondFactors(tx, userId);
    await endAllSessions(tx, userId, databaseNow());
    await recordAudit(tx, {
      ...deed,
      action: "role.revoked",
      subjectType: "user",
      subjectId: userId,
      before: { role },
    });
  });
  logSecurity("role_revoked", { userId });
}
