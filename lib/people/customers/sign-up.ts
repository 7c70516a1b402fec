import type { Pool } from "pg";
import type { Database, Tx } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { requireGoodPassword } from "@/lib/people/auth/password-strength";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import { askForAccountMail } from "./account-mail";
import { countMailTo, type MailRequester } from "./mail-allowance";
import { hashSignUpBrowser } from "./verify-email";

type SignUpInput = MailRequester & {
  email: string;
  password: string;
  name: string | null;
  /** The value of the cookie that identifies this browser when it follows the link. */
  browser: string;
};

/**
 * Requests an account. Answer and work are the same whether or not there is one; a mail tells the owner of the address.
 * An unverified address belongs to no one: each sign-up's password and name wait with its own mailed link
 * (verify-email.ts). Errors: invalid_input for a weak password; rate_limited (countMailTo).
 */
export async function signUp(
  deps: { db: Database; pool: Pool; hasher: PasswordHasher; secret: string },
  input: SignUpInput,
): Promise<void> {
  const { email, name } = input;
  await requireGoodPassword(input.password, { email, isAdmin: false });
  await countMailTo(deps.pool, email, input);
  const passwordHash = await deps.hasher.hash(input.password);
  const browserHash = hashSignUpBrowser(input.browser);
  await askForAccountMail(deps.db, deps.secret, { kind: "sign_up", email, passwordHash, name, browserHash });
}

/** The account of an address, created if there is none, and locked until the transaction ends. */
export async function findOrAddUser(
  tx: Tx,
  email: string,
): Promise<{ id: string; emailVerifiedAt: Date | null }> {
  const [user] = await tx.$queryRaw<{ id: string; emailVerifiedAt: Date | null }[]>`
    INSERT INTO users (id, email) VALUES (${newId()}::uuid, ${email})
    ON CONFLICT (email) DO UPDATE SET email = excluded.email
    RETURNING id, email_verified_at AS "emailVerifiedAt"`;
  if (!user) throw new AppError("internal", { detail: "an account was neither found nor made" });
  return user;
}
