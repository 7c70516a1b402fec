import type { Database } from "@/lib/db/client";
import { minute } from "@/lib/time";
import type { SessionClaims } from "./session-token";

export type SignedInUser = {
  id: string;
  email: string;
  name: string | null;
  roles: readonly string[];
  sessionId: string;
  /** When the password (or Google, or the second factor) was last given in this session. */
  provenAt: Date;
  /** When this session's second factor was given; null opens nothing of the desk. */
  secondFactorAt: Date | null;
};

type Row = SignedInUser & { lastSeenAt: Date };

const seenEveryMs = 5 * minute;

/**
 * Who a session's claims are, by one statement: the account, its roles as they are now, and the session's own row.
 * Null when the session was ended, the account's version moved on, or the account was deleted. The session's last
 * use is noted at most every five minutes.
 */
export async function findSignedInUser(
  db: Database,
  claims: SessionClaims,
  now: Date,
): Promise<SignedInUser | null> {
  const [row] = await db.$queryRaw<Row[]>`
    SELECT users.id, users.email, users.name, session.id AS "sessionId", session.proven_at AS "provenAt",
      session.second_factor_at AS "secondFactorAt",
      session.last_seen_at AS "lastSeenAt",
      ARRAY(SELECT role FROM user_roles WHERE user_id = users.id ORDER BY role) AS roles
    FROM user_sessions session JOIN users ON users.id = session.user_id
    WHERE session.id = ${claims.sessionId}::uuid AND session.user_id = ${claims.userId}::uuid
      AND session.revoked_at IS NULL AND users.session_version = ${claims.version} AND users.anonymized_at IS NULL`;
  if (!row) return null;
  const { lastSeenAt, ...user } = row;
  if (now.getTime() - lastSeenAt.getTime() > seenEveryMs) {
    await db.userSession.updateMany({ where: { id: user.sessionId }, data: { lastSeenAt: now } });
  }
  return user;
}
