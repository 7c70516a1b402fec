import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { logSecurity } from "@/lib/auth/log-security";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { auditOwnDeed } from "./audit-own-deed";
import { endAllSessions } from "./end-session";

/** Ends every session of a customer, the caller's too. An administrator's deed needs a reason. */
export async function signOutEverywhere(
  db: Database,
  userId: string,
  deed?: { actor: Actor; reason: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await endAllSessions(tx, userId, databaseNow());
    if (!deed) return auditOwnDeed(tx, userId, "user.signed_out");
    await recordAudit(tx, { ...deed, action: "user.signed_out", subjectType: "user", subjectId: userId });
  });
  logSecurity("sign_out_everywhere", { userId });
}
