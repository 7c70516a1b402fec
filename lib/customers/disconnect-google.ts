import { logSecurity } from "@/lib/auth/log-security";
import type { Database } from "@/lib/db/client";
import { conflict } from "@/lib/errors";
import { auditOwnAction } from "./record-sign-in-change";

/**
 * Disconnects a customer's Google account; repeating it changes nothing. Errors: conflict without a password, by which
 * its holder could still sign in on every device.
 */
export async function disconnectGoogle(db: Database, userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    // Locked, so that the password can't be removed between check and change.
    const [user] = await tx.$queryRaw<{ hasPassword: boolean }[]>`
      SELECT password_hash IS NOT NULL AS "hasPassword" FROM users WHERE id = ${userId}::uuid FOR UPDATE`;
    if (!user?.hasPassword) {
      throw conflict("Set a password first, then disconnect Google.");
    }
    const { count } = await tx.account.deleteMany({ where: { userId, provider: "google" } });
    if (count > 0) await auditOwnAction(tx, userId, "google.disconnected");
  });
  logSecurity("google_disconnected", { userId });
}
