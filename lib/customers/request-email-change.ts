import type { Pool } from "pg";
import type { PasswordHasher } from "@/lib/auth/passwords";
import type { Database } from "@/lib/db/client";
import { maskEmail } from "@/lib/email/address";
import { invalidField } from "@/lib/errors";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import { askForAccountMail } from "./account-mail";
import { auditOwnDeed } from "./audit-own-deed";
import { countMailTo } from "./mail-allowance";
import { type Reauthentication, reauthenticate } from "./reauthenticate";

/**
 * Mails a link to a new address; the account keeps its address until the link is followed (confirm-email-change.ts). The
 * caller does not learn whether the new address has an account: its owner is mailed instead. Limited by account, new
 * address and network. Errors: as of reauthenticate; invalid_input at `email` for the present address; rate_limited.
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
    await auditOwnDeed(tx, userId, "email.change_requested", { newEmail: maskEmail(email) });
  });
}
