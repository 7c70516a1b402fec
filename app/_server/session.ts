import "server-only";
import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findSignedInUser, type SignedInUser } from "@/lib/auth/find-signed-in-user";
import { signInPath } from "@/lib/auth/safe-path";
import { sessionCookieName } from "@/lib/auth/session-cookies";
import { type OpenedSession, openSession } from "@/lib/auth/session-token";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { isDatabaseOutage } from "@/lib/db/errors";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { logger } from "@/lib/logger";

export type { SignedInUser } from "@/lib/auth/find-signed-in-user";

/** Who asks for this page or runs this action, with roles as they are now; null for guests and for dead sessions. */
export const currentUser = cache(async (): Promise<SignedInUser | null> => {
  const value = await sessionCookie();
  return value === null ? null : ((await findUserOfSession(value))?.user ?? null);
});

/**
 * For pages of customers: who is signed in. Everybody else is sent to sign in and comes back to `returnTo`; a dead
 * session is cleared on the way, so that middleware (which can't know that it is dead) doesn't send it back here.
 */
export async function requireCustomer(returnTo: string): Promise<SignedInUser> {
  const user = await currentUser();
  if (user) return user;
  redirect(await wayToSignIn(returnTo));
}

/**
 * For pages of administrators: who is signed in, with the admin role and, in this session, the second factor. Guests
 * are sent to sign in, a session without the second factor to give it, everybody else to /auth/denied, and all to
 * /auth/unverified while the database is away. Each page calls it by itself; a layout's check is for looks only.
 */
export async function requireAdmin(): Promise<SignedInUser> {
  const user = await currentUser().catch((error: unknown) => {
    if (!isDatabaseOutage(error)) throw error;
    logger.error({ err: error }, "an administrator could not be verified");
    redirect("/auth/unverified");
  });
  if (!user) redirect(await wayToSignIn("/admin"));
  if (!user.roles.includes("admin")) redirect("/auth/denied");
  if (!user.secondFactorAt) redirect("/admin-auth");
  return user;
}

/**
 * For actions and routes of administrators. Throws unauthorized without a session, forbidden without the admin role or
 * without the session's second factor.
 */
export async function currentAdmin(): Promise<SignedInUser> {
  const user = await currentUser();
  if (!user) throw new AppError("unauthorized", { userMessage: "Please sign in and try again." });
  if (!user.roles.includes("admin")) {
    throw new AppError("forbidden", { userMessage: "You don't have admin privileges." });
  }
  if (!user.secondFactorAt) {
    throw new AppError("forbidden", { userMessage: "Please sign in to the desk with your second factor." });
  }
  return user;
}

/** The user and the token of a session cookie's (or a bearer's) value; null when it is worth nothing, or no more. */
export async function findUserOfSession(
  value: string,
): Promise<{ user: SignedInUser; session: OpenedSession } | null> {
  const { SHOP_SECRET, APP_MODE } = getEnv();
  const session = await openSession(SHOP_SECRET, sessionCookieName(APP_MODE), value);
  if (!session) return null;
  const user = await findSignedInUser(getDb(), session.claims, databaseNow());
  return user && { user, session };
}

/** The value of this request's session cookie, whatever it is worth. */
export async function sessionCookie(): Promise<string | null> {
  return (await cookies()).get(sessionCookieName(getEnv().APP_MODE))?.value ?? null;
}

async function wayToSignIn(returnTo: string): Promise<string> {
  const isDead = (await sessionCookie()) !== null;
  return isDead ? `/auth/leave?next=${encodeURIComponent(returnTo)}` : signInPath(returnTo);
}
