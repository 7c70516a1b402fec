import { type Deed, recordAudit } from "@/lib/audit/record-audit";
import { logSecurity } from "@/lib/auth/log-security";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { auditOwnAction } from "./record-sign-in-change";
import { endAllSessions } from "./sessions";
import { requireMayChange } from "./staff";

/**
 * Ends every session of an account, the caller's too. An administrator has to give a reason. Errors: forbidden for one
 * who is not an owner, where the account is another administrator's.
 */
export async function signOutEverywhere(db: Database, userId: string, deed?: Deed): Promise<void> {
  await db.$transaction(async (tx) => {
    if (deed) await requireMayChange(tx, deed.actor, userId);
    await endAllSessions(tx, userId, databaseNow());
    if (!deed) return auditOwnAction(tx, userId, "user.signed_out");
    await recordAudit(tx, deed, "user.signed_out", ["user", userId]);
  });
  logSecurity("sign_out_everywhere", { userId });
}
