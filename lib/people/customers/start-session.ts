import type { Database } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import { storable } from "@/lib/base/text/storable-text";
import { logSecurity } from "@/lib/people/auth/log-security";
import type { Authenticated, SessionClaims } from "@/lib/people/auth/session-token";
import { linkGuestOrders } from "./link-guest-orders";

const maxUserAgentLength = 300;

/**
 * Opens a session for a user who has just authenticated, and returns its cookie's claims. The account gets its `user`
 * role at the first session, and its address's guest orders at each; a failure of either does not stop the sign-in.
 * Errors: unauthorized when the password was changed, or all sessions ended, since the account holder authenticated.
 */
export async function startSession(
  deps: { db: Database; now: Date },
  input: Authenticated & {
    userAgent: string | null;
    /** A code was given after the password, or a passkey was used. */
    hasSecondFactor?: boolean;
  },
): Promise<SessionClaims> {
  const { db, now } = deps;
  const { userId, version, userAgent, hasSecondFactor = false } = input;
  const sessionId = newId();
  const { email } = await db.$transaction(async (tx) => {
    // Waits for a concurrent change of the version.
    const [user] = await tx.$queryRaw<{ email: string }[]>`
      SELECT email FROM users WHERE id = ${userId}::uuid AND session_version = ${version} FOR SHARE`;
    if (!user) throw new AppError("unauthorized", { userMessage: "Please sign in again." });
    await tx.userSession.create({
      data: {
        id: sessionId,
        userId,
        userAgent: storable(userAgent ?? "", maxUserAgentLength),
        createdAt: now,
        lastSeenAt: now,
        reauthenticatedAt: now,
        ...(hasSecondFactor && { secondFactorAt: now }),
      },
    });
    return user;
  });
  await db.userRole
    .createMany({ data: [{ userId, role: "user" }], skipDuplicates: true })
    .catch((error: unknown) => logger.error({ userId, err: error }, "Error managing user role"));
  await db
    .$transaction((tx) => linkGuestOrders(tx, userId, email))
    .catch((error: unknown) => logger.error({ userId, err: error }, "Error linking guest orders"));
  logSecurity("sign_in", { userId, sessionId });
  return { userId, sessionId, version };
}
