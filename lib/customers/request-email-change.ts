import type { Pool } from "pg";
import type { PasswordHasher } from "@/lib/auth/passwords";
import type { Database } from "@/lib/db/client";
import { maskEmail } from "@/lib/email/address";
import { AppError } from "@/lib/errors";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import { askForAccountMail } from "./account-mail";
import { auditOwnDeed } from "./audit-own-deed";
import { countMailTo } from "./mail-allowance";
import { type Reauthentication, reauthenticate } from "./reauthenticate";

export type EmailChangeDeps = {
  db: Database;
  pool: Pool;
  hasher: PasswordHasher;
  secret: string;
  now: Date;
};

/**
 * Has a link mailed to a new address; the account keeps the old one until it is followed (confirm-email-change.ts). Who
 * asks learns nothing about whether the new address has an account already: its owner is told by mail instead. Counted
 * by the account, by the new address and by the network. Errors: as of reauthenticate; invalid_input at `email` for the
 * address the account has; rate_limited.
 */
export async function requestEmailChange(
  deps: EmailChangeDeps,
  input: Reauthentication & { email: string; address: string },
): Promise<void> {
  const { userId, email, address } = input;
  await reauthenticate(deps, input);
  const own = await deps.db.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  if (own.email === email) {
    const message = "This is your address already.";
    throw new AppError("invalid_input", { userMessage: message, fieldErrors: { email: message } });
  }
  await consumeRateLimit(deps.pool, "emailChange", userId);
  await countMailTo(deps.pool, email, { address });
  await deps.db.$transaction(async (tx) => {
    await askForAccountMail(tx, deps.secret, { kind: "change_email", email, userId });
    await auditOwnDeed(tx, userId, "email.change_requested", { newEmail: maskEmail(email) });
  });
}
