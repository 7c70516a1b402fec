import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import { logSecurity } from "@/lib/people/auth/log-security";
import { auditOwnAction } from "./record-sign-in-change";
import { endAllSessions } from "./sessions";
import { requireMayChange } from "./staff";

/**
 * Ends every session of an account, the caller's too. No browser stays known (endAllSessions), the caller's neither: the
 * session that asks may be a thief's. An administrator has to give a reason. Errors: forbidden for one who is not an
 * owner, where the account is another administrator's.
 */
export async function signOutEverywhere(db: Database, userId: string, audit?: AuditContext): Promise<void> {
  await db.$transaction(async (tx) => {
    if (audit) await requireMayChange(tx, audit.actor, userId);
    await endAllSessions(tx, userId, databaseNow());
    if (!audit) return auditOwnAction(tx, userId, "user.signed_out");
    await recordAudit(tx, audit, "user.signed_out", ["user", userId]);
  });
  logSecurity("sign_out_everywhere", { userId });
}
