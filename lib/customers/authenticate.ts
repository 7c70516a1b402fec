import type { Pool } from "pg";
import { logSecurity } from "@/lib/auth/log-security";
import type { PasswordHasher } from "@/lib/auth/passwords";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { askForAccountMail } from "./account-mail";
import { countMailTo } from "./mail-allowance";
import { countSignIn, forgiveSignIn, type SignInAttempt } from "./sign-in-throttle";

export type AuthenticateDeps = {
  db: Database;
  /** Of the same database, for the limits. */
  pool: Pool;
  hasher: PasswordHasher;
  secret: string;
  now: Date;
};

/**
 * Whose email and password these are. An unknown address, a wrong password, an account without one and an address that
 * was never verified get the same answer after the same work; the last one, with the right password, also gets a new
 * verification mail. Errors: unauthorized, rate_limited.
 */
export async function authenticate(
  deps: AuthenticateDeps,
  attempt: SignInAttempt & { password: string },
): Promise<{ userId: string }> {
  const { db, pool, hasher } = deps;
  await countSignIn(pool, attempt);
  const user = await db.user.findUnique({
    where: { email: attempt.email },
    select: {
      id: true,
      email: true,
      passwordHash: true,
      emailVerifiedAt: true,
      anonymizedAt: true,
      tokens: {
        where: { kind: "verify_email", passwordHash: { not: null } },
        orderBy: { createdAt: "desc" },
        take: 1,
        select: { passwordHash: true, name: true, browserHash: true },
      },
    },
  });
  const waiting = user?.emailVerifiedAt ? null : (user?.tokens[0] ?? null);
  const stored = user?.emailVerifiedAt ? user.passwordHash : (waiting?.passwordHash ?? null);
  const isRight = await hasher.verify(stored, attempt.password);
  if (user && isRight && user.emailVerifiedAt && !user.anonymizedAt) {
    await forgiveSignIn(pool, attempt);
    return { userId: user.id };
  }
  if (user && isRight && waiting) {
    await sendLinkAgain(deps, attempt, waiting);
  }
  logSecurity("sign_in_refused", { address: attempt.address, ...(user && { userId: user.id }) });
  throw new AppError("unauthorized", { userMessage: "Please check your credentials and try again." });
}

/** Nobody asked for this mail, so one too many is left out without a word. */
async function sendLinkAgain(
  { db, pool, secret }: AuthenticateDeps,
  attempt: SignInAttempt,
  waiting: { passwordHash: string | null; name: string | null; browserHash: string | null },
): Promise<void> {
  const { email, address, device } = attempt;
  try {
    await countMailTo(pool, email, { address, owner: device });
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited") return;
    throw error;
  }
  await askForAccountMail(db, secret, { kind: "sign_up", email, ...waiting });
}
