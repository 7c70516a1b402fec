import { logSecurity } from "@/lib/auth/log-security";
import type { SessionClaims } from "@/lib/auth/session-token";
import type { Database } from "@/lib/db/client";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { storable } from "@/lib/storable-text";
import { linkGuestOrders } from "./link-guest-orders";

const maxUserAgentLength = 300;

/**
 * Opens a session for a user who has just authenticated, and returns its cookie's claims. The account gets its `user`
 * role at the first session, and its address's guest orders at each; a failure of either does not stop the sign-in.
 */
export async function startSession(
  deps: { db: Database; now: Date },
  input: {
    userId: string;
    userAgent: string | null;
    /** A code was given after the password, or a passkey was used. */
    hasSecondFactor?: boolean;
  },
): Promise<SessionClaims> {
  const { db, now } = deps;
  const { userId, userAgent, hasSecondFactor = false } = input;
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, sessionVersion: true },
  });
  const sessionId = newId();
  await db.userSession.create({
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
  await ensureRole(db, userId);
  await db
    .$transaction((tx) => linkGuestOrders(tx, userId, user.email))
    .catch((error: unknown) => logger.error({ userId, err: error }, "Error linking guest orders"));
  logSecurity("sign_in", { userId, sessionId });
  return { userId, sessionId, version: user.sessionVersion };
}

async function ensureRole(db: Database, userId: string): Promise<void> {
  try {
    await db.userRole.createMany({ data: [{ userId, role: "user" }], skipDuplicates: true });
  } catch (error) {
    logger.error({ userId, err: error }, "Error managing user role");
  }
}
