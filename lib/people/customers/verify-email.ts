import type { Database } from "@/lib/base/db/client";
import { AppError, invalidField } from "@/lib/base/errors";
import { sha256 } from "@/lib/base/ids";
import { logSecurity } from "@/lib/people/auth/log-security";
import { requireGoodPassword } from "@/lib/people/auth/password-strength";
import type { PasswordHasher } from "@/lib/people/auth/passwords";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { dropEmailTokens, type EmailLink, findEmailToken, takeEmailToken } from "./email-token";
import { linkGuestOrders } from "./link-guest-orders";

type VerifyInput = {
  token: string;
  /** The value of the browser's sign-up cookie; null if there is none. */
  browser: string | null;
  /** The sign-up's password or, with `isNew`, a new one. */
  password: string;
  isNew: boolean;
};

/**
 * Follows a verification link, once: the address is verified, its other sign-ups are void, and its guest orders join the
 * account. Returns the account, for the caller to sign in.
 *
 * A stranger may sign up with any address, and its owner may follow the stranger's link. So a sign-up's password opens
 * the account only in the browser that signed up, or with that password; otherwise a new password is set, and the
 * sign-up's password and name are dropped. Errors: those of findEmailToken; invalid_input at `password`.
 */
export async function verifyEmail(
  deps: { db: Database; hasher: PasswordHasher; now: Date },
  input: VerifyInput,
): Promise<Authenticated> {
  const { db, now } = deps;
  const waiting = await findEmailToken(db, "verify_email", input.token, now);
  const chosen = await chooseAccess(deps.hasher, waiting, input);
  const { sessionVersion: version } = await db.$transaction(async (tx) => {
    await takeEmailToken(tx, "verify_email", input.token, now);
    const { count } = await tx.user.updateMany({
      where: { id: waiting.userId, emailVerifiedAt: null },
      data: { emailVerifiedAt: now, ...chosen },
    });
    // The address was verified in another way meanwhile; an older link must not replace the account's password.
    if (count === 0) throw new AppError("link_used");
    await dropEmailTokens(tx, waiting.userId, ["verify_email"], now);
    await linkGuestOrders(tx, waiting.userId, waiting.email);
    return tx.user.findUniqueOrThrow({ where: { id: waiting.userId }, select: { sessionVersion: true } });
  });
  logSecurity("email_verified", { userId: waiting.userId });
  return { userId: waiting.userId, version };
}

/** True in the browser that made the sign-up. */
export function isOwnSignUp(link: EmailLink, browser: string | null): boolean {
  return browser !== null && link.passwordHash !== null && link.browserHash === hashSignUpBrowser(browser);
}

/** The stored hash of a browser's sign-up cookie. */
export function hashSignUpBrowser(browser: string): string {
  return sha256(`sign-up-browser:${browser}`);
}

async function chooseAccess(
  hasher: PasswordHasher,
  waiting: EmailLink,
  { browser, password, isNew }: VerifyInput,
): Promise<{ passwordHash: string | null; name: string | null }> {
  const { passwordHash, name } = waiting;
  if (isNew) {
    await requireGoodPassword(password, { email: waiting.email, isAdmin: false });
    return { passwordHash: await hasher.hash(password), name: null };
  }
  if (isOwnSignUp(waiting, browser)) return { passwordHash, name };
  if (password === "")
    throw invalidField("password", "Please enter the password you chose when you signed up.");
  if (await hasher.verify(passwordHash, password)) return { passwordHash, name };
  throw invalidField("password", "This is not the password of that sign-up. Try again, or set a new one.");
}
