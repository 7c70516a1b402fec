import type { Tx } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";

/**
 * Gives a session a new id after a re-authentication, and returns the id for a new cookie. A stolen copy of the old cookie
 * stops working. Errors: unauthorized for a session that has ended or already has a new id.
 */
export async function rotateSession(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
  at: { reauthenticatedAt?: Date; secondFactorAt?: Date },
): Promise<string> {
  const id = newId();
  const { count } = await tx.userSession.updateMany({
    where: { id: sessionId, userId, revokedAt: null },
    data: { id, ...at },
  });
  if (count === 0) throw new AppError("unauthorized");
  return id;
}
