import type { Db } from "@/lib/db/client";

export type SessionRow = { id: string; userAgent: string; createdAt: Date; lastSeenAt: Date };

const mostShown = 50;

/** A customer's signed-in browsers seen since `since`, the latest first; at most fifty. */
export function listSessions(db: Db, userId: string, since: Date): Promise<SessionRow[]> {
  return db.userSession.findMany({
    where: { userId, revokedAt: null, lastSeenAt: { gte: since } },
    orderBy: [{ lastSeenAt: "desc" }, { id: "desc" }],
    select: { id: true, userAgent: true, createdAt: true, lastSeenAt: true },
    take: mostShown,
  });
}
