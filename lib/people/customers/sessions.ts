import type { Database, Db, Tx } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { addMs, second } from "@/lib/base/time/time";
import { adminSessionMs } from "@/lib/people/auth/find-signed-in-user";
import { logSecurity } from "@/lib/people/auth/log-security";
import { rotateSession } from "@/lib/people/auth/rotate-session";
import { sessionSeconds } from "@/lib/people/auth/session-token";
import { auditOwnAction } from "./record-sign-in-change";

export type SessionRow = { id: string; userAgent: string; createdAt: Date; lastSeenAt: Date };

const mostShown = 50;

/** The condition of an account's sessions that have not ended: an administrator's end sooner without use. */
export function liveSessions(userId: string, isAdmin: boolean) {
  const livesMs = isAdmin ? adminSessionMs.idle : sessionSeconds * second;
  return { userId, revokedAt: null, lastSeenAt: { gte: addMs(databaseNow(), -livesMs) } };
}

/** An account's signed-in browsers, the latest first; at most fifty. */
export function listSessions(db: Db, userId: string, isAdmin: boolean): Promise<SessionRow[]> {
  return db.userSession.findMany({
    where: liveSessions(userId, isAdmin),
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, userAgent: true, createdAt: true, lastSeenAt: true },
    take: mostShown,
  });
}

/** Signs one of a customer's browsers out; repeating it changes nothing. Errors: not_found for any other session. */
export async function revokeSession(
  db: Database,
  input: { userId: string; sessionId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const own = { id: input.sessionId, userId: input.userId };
    const { count } = await tx.userSession.updateMany({
      where: { ...own, revokedAt: null },
      data: { revokedAt: databaseNow() },
    });
    if (count > 0) await auditOwnAction(tx, input.userId, "session.ended");
    else if ((await tx.userSession.count({ where: own })) === 0)
      throw notFound("This device is no longer in your list.");
  });
}

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

/**
 * Ends every session of a user, in the caller's transaction, and returns the account's new version. It voids every
 * session cookie and every sign-in in progress whose password was already compared, and every browser counts as unknown
 * (lib/people/auth/known-device.ts).
 */
export async function endAllSessions(tx: Tx, userId: string, now: Date): Promise<number> {
  const { sessionVersion } = await raiseVersion(tx, userId);
  await tx.userSession.updateMany({ where: { userId, revokedAt: null }, data: { revokedAt: now } });
  return sessionVersion;
}

/** A session's new id, and its account's version. */
export type RenewedSession = { sessionId: string; version: number };

/**
 * Ends every session of a user except the caller's own, which continues under a new id. Every browser counts as unknown
 * until the caller marks its own again. Errors: those of rotateSession.
 */
export async function endOtherSessions(
  tx: Tx,
  own: { userId: string; sessionId: string },
  now: Date,
  at: Parameters<typeof rotateSession>[2] = {},
): Promise<RenewedSession> {
  const { userId } = own;
  const { sessionVersion } = await raiseVersion(tx, userId);
  const sessionId = await rotateSession(tx, own, at);
  await tx.userSession.updateMany({
    where: { userId, id: { not: sessionId }, revokedAt: null },
    data: { revokedAt: now },
  });
  return { sessionId, version: sessionVersion };
}

function raiseVersion(tx: Tx, userId: string): Promise<{ sessionVersion: number }> {
  return tx.user.update({ where: { id: userId }, data: { sessionVersion: { increment: 1 } } });
}
