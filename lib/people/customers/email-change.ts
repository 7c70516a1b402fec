import type { Pool } from "pg";
import type { Database, Db, Tx } from "@/lib/base/db/client";
import { isUniqueViolation } from "@/lib/base/db/errors";
import { AppError, invalidField } from "@/lib/base/errors";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { maskEmail } from "@/lib/mail/address/address";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { logSecurity } from "@/lib/people/auth/log-security";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import { askForAccountMail } from "./account-mail";
import { emailChangedMail } from "./account-mails";
import { dropEmailTokens, findEmailToken, takeEmailToken } from "./email-token";
import { linkGuestOrders } from "./link-guest-orders";
import { countMailTo } from "./mail-allowance";
import { type Reauthentication, reauthenticate } from "./reauthenticate";
import { auditOwnAction } from "./record-sign-in-change";

/**
 * Mails a link to a new address; the account keeps its old address until the link is followed (confirmEmailChange). The
 * caller does not learn whether the new address has an account; its owner is mailed instead. Limited by account, new
 * address and network. Errors: those of reauthenticate; invalid_input at `email` for the current address; rate_limited.
 */
export async function requestEmailChange(
  deps: { db: Database; pool: Pool; hasher: PasswordHasher; secret: string; now: Date },
  input: Reauthentication & { email: string; address: string },
): Promise<void> {
  const { userId, email, address } = input;
  await reauthenticate(deps, input);
  const own = await deps.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  if (own.email === email) throw invalidField("email", "This is already your address.");
  await consumeRateLimit(deps.pool, "emailChange", userId);
  await countMailTo(deps.pool, email, { address });
  await deps.db.$transaction(async (tx) => {
    await askForAccountMail(tx, deps.secret, { kind: "change_email", email, userId });
    await auditOwnAction(tx, userId, "email.change_requested", { newEmail: maskEmail(email) });
  });
}

/**
 * The new address that a mailed link confirms; does not consume the link. Errors: link_used, link_expired, link_unknown
 * (also for another account's link).
 */
export async function findEmailChange(
  db: Db,
  { userId, token, now }: { userId: string; token: string; now: Date },
): Promise<string> {
  const link = await findEmailToken(db, "change_email", token, now);
  if (link.userId === userId) return link.email;
  throw new AppError("link_unknown", {
    userMessage: "This link belongs to another account. Please sign in to that one and open it again.",
  });
}

/**
 * Confirms a new address by its mailed link, once: the account gets the verified address and its guest orders, mails
 * about its orders and tickets go there, open links become void, and a mail tells the old address. Only the account's
 * own session may do this.
 * Errors: those of findEmailChange; conflict when another account has verified the address meanwhile.
 */
export async function confirmEmailChange(
  deps: { db: Database; now: Date },
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  const { db, now } = deps;
  try {
    await db.$transaction(async (tx) => {
      await findEmailChange(tx, { userId, token, now });
      await moveAccount(tx, await takeEmailToken(tx, "change_email", token, now), now);
    });
    logSecurity("email_changed", { userId });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError("conflict", {
      userMessage: "This address can't be used for your account. Please choose another.",
      cause: error,
    });
  }
}

async function moveAccount(
  tx: Tx,
  link: { id: string; userId: string; email: string },
  now: Date,
): Promise<void> {
  const { userId, email } = link;
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  // An unverified address belongs to no account, even if one signed up with it.
  await tx.user.deleteMany({ where: { email, emailVerifiedAt: null, id: { not: userId } } });
  await tx.user.update({ where: { id: userId }, data: { email, emailVerifiedAt: now } });
  // Mails go to an order's and a ticket's own address.
  await tx.order.updateMany({ where: { userId }, data: { email } });
  await tx.supportTicket.updateMany({ where: { userId }, data: { email } });
  await dropEmailTokens(tx, userId, ["change_email", "reset_password", "verify_email"], now);
  await enqueueMail(tx, emailChangedMail, {
    about: link.id,
    recipient: before.email,
    props: { newEmailMasked: maskEmail(email) },
  });
  await linkGuestOrders(tx, userId, email);
  await auditOwnAction(tx, userId, "email.changed", { email: maskEmail(email) });
}
