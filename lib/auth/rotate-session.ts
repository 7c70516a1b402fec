import type { Prisma } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/**
 * Gives a session a new id, with what was just proven in it, and answers the id for a new cookie. The old cookie is
 * worth nothing from now on: a copy of it that somebody took earlier does not rise with the session. Errors:
 * unauthorized for a session that has ended, or has a new id already.
 */
export async function rotateSession(
  tx: Prisma.TransactionClient,
  { userId, sessionId }: { userId: string; sessionId: string },
  proven: { provenAt: Date; secondFactorAt?: Date },
): Promise<string> {
  const id = newId();
  const { count } = await tx.userSession.updateMany({
    where: { id: sessionId, userId, revokedAt: null },
    data: { id, ...proven },
  });
  if (count === 0) throw new AppError("unauthorized");
  return id;
}
