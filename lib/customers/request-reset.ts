import type { Pool } from "pg";
import type { Database } from "@/lib/db/client";
import { askForAccountMail } from "./account-mail";
import { countMailTo, type MailRequester } from "./mail-allowance";

/**
 * Has a link for a new password mailed to an address that has an account, verified or not: following it proves the
 * address. The answer and the work are the same for every address. Errors: rate_limited as of countMailTo.
 */
export async function requestReset(
  deps: { db: Database; pool: Pool; secret: string },
  { email, ...requester }: MailRequester & { email: string },
): Promise<void> {
  await countMailTo(deps.pool, email, requester);
  await askForAccountMail(deps.db, deps.secret, { kind: "reset_password", email });
}
