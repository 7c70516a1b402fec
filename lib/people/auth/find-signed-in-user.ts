import type { Database } from "@/lib/base/db/client";
import { hour, minute } from "@/lib/base/time/time";
import type { SessionClaims } from "./session-token";

export type SignedInUser = {
  id: string;
  email: string;
  name: string | null;
  roles: readonly string[];
  sessionId: string;
  /** The account's version when the session was opened. */
  sessionVersion: number;
  /** When the password (or Google, or a passkey) was last given in this session. */
  reauthenticatedAt: Date;
  /** When this session's second factor was given; null opens no admin page. */
  secondFactorAt: Date | null;
};

type Row = Omit<SignedInUser, "sessionVersion"> & { startedAt: Date; lastSeenAt: Date };

const seenEveryMs = 5 * minute;

/** The longest an administrator's session lasts, in total and unused. */
export const adminSessionMs = { longest: 12 * hour, idle: 30 * minute };
// Idle time is measured to the minute.
const adminSeenEveryMs = minute;

/**
 * The user of a session's claims, with their current roles, in one statement. Null when the session has ended, the
 * account's version is newer, or the account was deleted. The session's last use is stored at most every five minutes,
 * an administrator's every minute. A request that a page makes by itself does not count as use (`isUse` false), because
 * an open page must not keep the session from ending.
 */
export async function findSignedInUser(
  db: Database,
  claims: SessionClaims,
  now: Date,
  { isUse = true }: { isUse?: boolean } = {},
): Promise<SignedInUser | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT users.id, users.email, users.name, session.id AS "sessionId", session.reauthenticated_at AS "reauthenticatedAt",
      session.second_factor_at AS "secondFactorAt",
      session.created_at AS "startedAt", session.last_seen_at AS "lastSeenAt",
      ARRAY(SELECT role FROM user_roles WHERE user_id = users.id ORDER BY role) AS roles
    FROM user_sessions session JOIN users ON users.id = session.user_id
    WHERE session.id = ${claims.sessionId}::uuid AND session.user_id = ${claims.userId}::uuid
      AND session.revoked_at IS NULL AND users.session_version = ${claims.version} AND users.anonymized_at IS NULL`;
  if (!row) return null;
  const { startedAt, lastSeenAt, ...user } = row;
  const unusedMs = now.getTime() - lastSeenAt.getTime();
  const isAdmin = user.roles.includes("admin");
  if (isAdmin && unusedMs > adminSessionMs.idle) return null;
  if (isAdmin && now.getTime() - startedAt.getTime() > adminSessionMs.longest) return null;
  if (isUse && unusedMs > (isAdmin ? adminSeenEveryMs : seenEveryMs)) {
    await db.userSession.updateMany({ where: { id: user.sessionId }, data: { lastSeenAt: now } });
  }
  return { ...user, sessionVersion: claims.version };
}
