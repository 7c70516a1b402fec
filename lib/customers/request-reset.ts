import type { Pool } from "pg";
import type { Database } from "@/lib/db/client";
import { askForAccountMail } from "./account-mail";
import { countMailTo, type MailRequester } from "./mail-allowance";

/**
 * Mails a link for a new password to an address that has an account, verified or not: following it verifies the address.
 * Answer and work are the same for every address. Errors: rate_limited as of countMailTo.
 */
export async function requestReset(
  deps: { db: Database; pool: Pool; secret: string },
  { email, ...requester }: MailRequester & { email: string },
): Promise<void> {
  await countMailTo(deps.pool, email, requester);
  await askForAccountMail(deps.db, deps.secret, { kind: "reset_password", email });
}
