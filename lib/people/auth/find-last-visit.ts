import type { Db } from "@/lib/base/db/client";

/**
 * When an administrator last used the admin pages before this session began; null at the first one. A session that is
 * open beside it, on another device, counts if it was used before then.
 */
export async function findLastVisit(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Date | null> {
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT max(LEAST(earlier.last_seen_at, own.created_at)) AS at
    FROM user_sessions AS own JOIN user_sessions AS earlier ON earlier.user_id = own.user_id
      AND earlier.id <> own.id AND earlier.created_at < own.created_at AND earlier.second_factor_at IS NOT NULL
    WHERE own.id = ${sessionId}::uuid AND own.user_id = ${userId}::uuid`;
  return row?.at ?? null;
}
