import { logSecurity } from "@/lib/auth/log-security";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";

/** Ends one session of a user. An ended session, or another user's, stays as it is. */
export async function endSession(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<void> {
  await db.userSession.updateMany({
    where: { id: sessionId, userId, revokedAt: null },
    data: { revokedAt: now },
  });
  logSecurity("sign_out", { userId, sessionId });
}

/** Ends every session of a user, and by a new account version every session cookie, in the caller's transaction. */
export async function endAllSessions(tx: Prisma.TransactionClient, userId: string, now: Date): Promise<void> {
  await tx.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
  await tx.userSession.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now } });
}
