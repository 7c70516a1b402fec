import { logSecurity } from "@/lib/auth/log-security";
import type { Database } from "@/lib/db/client";
import { isUniqueViolation } from "@/lib/db/errors";
import type { Prisma } from "@/lib/db/generated/client";
import { maskEmail } from "@/lib/email/address";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { AppError } from "@/lib/errors";
import { auditOwnDeed } from "./audit-own-deed";
import { dropEmailTokens, takeEmailToken } from "./email-token";
import { findEmailChange } from "./find-email-change";
import { linkGuestOrders } from "./link-guest-orders";

/**
 * Follows the link mailed to a new address, once: the address becomes the account's, verified; its guest orders join the
 * account; open links are void; a mail tells the old address. Only the account's own session may follow it. Returns the
 * new address. Errors: as of findEmailChange; conflict when another account has verified the address meanwhile.
 */
export async function confirmEmailChange(
  deps: { db: Database; now: Date },
  { userId, token }: { userId: string; token: string },
): Promise<string> {
  const { db, now } = deps;
  try {
    const email = await db.$transaction(async (tx) => {
      await findEmailChange(tx, { userId, token, now });
      const link = await takeEmailToken(tx, "change_email", token, now);
      await moveAccount(tx, link, now);
      return link.email;
    });
    logSecurity("email_changed", { userId });
    return email;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", {
      userMessage: "This address can't be used for your account. Please choose another.",
      cause: error,
    });
  }
}

async function moveAccount(
  tx: Prisma.TransactionClient,
  link: { id: string; userId: string; email: string },
  now: Date,
): Promise<void> {
  const { userId, email } = link;
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  // An unverified address belongs to no account, even if one signed up with it.
  await tx.user.deleteMany({ where: { email, emailVerifiedAt: null, id: { not: userId } } });
  await tx.user.update({ where: { id: userId }, data: { email, emailVerifiedAt: now } });
  await dropEmailTokens(tx, userId, ["change_email", "reset_password", "verify_email"], now);
  await enqueueMail(tx, {
    key: `email-changed:${link.id}`,
    kind: "email-changed",
    recipient: before.email,
    props: { newEmailMasked: maskEmail(email) },
  });
  await linkGuestOrders(tx, userId, email);
  await auditOwnDeed(tx, userId, "email.changed", { email: maskEmail(email) });
}
