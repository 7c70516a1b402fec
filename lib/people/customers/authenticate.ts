import type { Pool } from "pg";
import type { Database } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { logSecurity } from "@/lib/people/auth/log-security";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { askForAccountMail } from "./account-mail";
import type { EmailLink } from "./email-token";
import { mayMail } from "./mail-allowance";
import { countSignIn, refundSignIn, resetSignInFailures, type SignInAttempt } from "./sign-in-throttle";

type AuthenticateDeps = {
  db: Database;
  /** A pool on the same database, for the rate limits. */
  pool: Pool;
  hasher: PasswordHasher;
  secret: string;
  now: Date;
};

/**
 * The account of this email and password. An unknown address, a wrong password, an account without one and an
 * unverified address get the same answer after the same work; an unverified one with the right password also gets a new
 * verification mail. A visitor could sign up with somebody else's address and then try it, so in every browser that has
 * signed up the answer mentions that mail, whatever the address. Errors: unauthorized, rate_limited; busy, which is not
 * counted.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  attempt: SignInAttempt & { password: string; hasSignedUp?: boolean },
): Promise<Authenticated> {
  const { db, pool, hasher } = deps;
  await countSignIn(pool, attempt);
  const user = await findAccess(db, attempt.email);
  const waiting = user?.isVerified ? null : (user?.waiting ?? null);
  const stored = user?.isVerified ? user.passwordHash : (waiting?.passwordHash ?? null);
  const isRight = await hasher.verify(stored, attempt.password).catch(async (error: unknown) => {
    await refundSignIn(pool, attempt);
    throw error;
  });
  if (user && isRight && user.isVerified) {
    await resetSignInFailures(pool, attempt);
    return { userId: user.id, version: user.version };
  }
  if (user && isRight && waiting) {
    await sendLinkAgain(deps, attempt, waiting);
  }
  logSecurity("sign_in_refused", { address: attempt.address, ...(user && { userId: user.id }) });
  const confirm = ` If you have not confirmed ${attempt.email} yet, open the newest link that we sent there. It may be in your spam folder.`;
  throw new AppError("unauthorized", {
    userMessage: `Please check your credentials and try again.${attempt.hasSignedUp ? confirm : ""}`,
  });
}

type Waiting = Pick<EmailLink, "passwordHash" | "name" | "browserHash">;
type Access = {
  id: string;
  version: number;
  isVerified: boolean;
  passwordHash: string | null;
  waiting: Waiting | null;
};

/** The password of an address's account, or of its newest unverified sign-up; one statement in every case. */
async function findAccess(db: Database, email: string): Promise<Access | null> {
  const [access] = await db.$queryRaw<Access[]>`
    SELECT users.id, users.session_version AS version, users.email_verified_at IS NOT NULL AS "isVerified", users.password_hash AS "passwordHash", (
      SELECT json_build_object('passwordHash', token.password_hash, 'name', token.name,
        'browserHash', token.browser_hash)
      FROM email_tokens AS token
      WHERE token.user_id = users.id AND token.kind = 'verify_email' AND token.password_hash IS NOT NULL
      ORDER BY token.created_at DESC LIMIT 1
    ) AS waiting
    FROM users WHERE users.email = ${email} AND users.anonymized_at IS NULL`;
  return access ?? null;
}

/** This mail was not requested, so it is left out silently when its limit is used up. */
async function sendLinkAgain(
  { db, pool, secret }: AuthenticateDeps,
  attempt: SignInAttempt,
  waiting: Waiting,
): Promise<void> {
  const { email, address, device } = attempt;
  if (!(await mayMail(pool, email, { address, knownAs: device }))) return;
  await askForAccountMail(db, secret, { kind: "sign_up", email, ...waiting });
}
