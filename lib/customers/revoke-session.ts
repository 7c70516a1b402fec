import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { auditOwnDeed } from "./audit-own-deed";

/** Signs one of a customer's browsers out; repeating it changes nothing. Errors: not_found for any other session. */
export async function revokeSession(
  db: Database,
  input: { userId: string; sessionId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const count = await tx.$executeRaw`
      UPDATE user_sessions SET revoked_at = COALESCE(revoked_at, now())
      WHERE id = ${input.sessionId}::uuid AND user_id = ${input.userId}::uuid`;
    if (count === 0)
      throw new AppError("not_found", { userMessage: "This device is no longer in your list." });
    await auditOwnDeed(tx, input.userId, "session.ended");
  });
}
