import { logSecurity } from "@/lib/auth/log-security";
import type { Database } from "@/lib/db/client";
import { claimGuestOrders } from "./claim-guest-orders";
import { dropEmailTokens, takeEmailToken } from "./email-token";

/**
 * Follows a verification link, once: the address is verified, what its own sign-up chose becomes the account's, every
 * other waiting sign-up of the address is void, and the address's guest orders join the account. It does not sign in.
 * Errors: link_unknown, link_used, link_expired.
 */
export async function verifyEmail(deps: { db: Database; now: Date }, token: string): Promise<void> {
  const { db, now } = deps;
  const userId = await db.$transaction(async (tx) => {
    const link = await takeEmailToken(tx, "verify_email", token, now);
    const { count } = await tx.user.updateMany({
      where: { id: link.userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: now, passwordHash: link.passwordHash, name: link.name },
    });
    // Verified meanwhile by another way: that account has its own password, which no older link may replace.
    if (count === 0) return link.userId;
    await dropEmailTokens(tx, link.userId, ["verify_email"], now);
    await claimGuestOrders(tx, link.userId, link.email);
    return link.userId;
  });
  logSecurity("email_verified", { userId });
}
