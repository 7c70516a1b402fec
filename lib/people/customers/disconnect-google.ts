import type { Database } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/errors";
import { logSecurity } from "@/lib/people/auth/log-security";
import { auditOwnAction } from "./record-sign-in-change";
import { endOtherSessions, type RenewedSession } from "./sessions";

/**
 * Disconnects a customer's Google account, renews the session and ends all others, which that account may have opened.
 * Without a connection it changes nothing and returns null. Errors: conflict without a password, because the holder
 * could then lose the only way to sign in on other devices; unauthorized for an ended session.
 */
export async function disconnectGoogle(
  db: Database,
  { userId, sessionId, now }: { userId: string; sessionId: string; now: Date },
): Promise<RenewedSession | null> {
  return db.$transaction(async (tx) => {
    // Locked, so that the password can't be removed between check and change.
    const [user] = await tx.$queryRaw<{ hasPassword: boolean }[]>`
      SELECT password_hash IS NOT NULL AS "hasPassword" FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`;
    if (!user?.hasPassword) {
      throw conflict("Set a password first, then disconnect Google.");
    }
    const { count } = await tx.account.deleteMany({ where: { userId, provider: "google" } });
    if (count === 0) return null;
    const own = await endOtherSessions(tx, { userId, sessionId }, now);
    await auditOwnAction(tx, userId, "google.disconnected");
    logSecurity("google_disconnected", { userId, sessionId: own.sessionId });
    return own;
  });
}
