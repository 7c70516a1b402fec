import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { findSignedInUser, type SignedInUser } from "@/lib/auth/find-signed-in-user";
import { logSecurity } from "@/lib/auth/log-security";
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
 * For pages that show or change how an account is opened: as requireCustomer, but a session of an administrator's
 * account is sent to give its second factor first.
 */
export async function requireOwner(returnTo: string): Promise<SignedInUser> {
  const user = await requireCustomer(returnTo);
  if (lacksSecondFactor(user)) redirect("/admin-auth");
  return user;
}

/**
 * For actions and routes that show or change how an account is opened. Throws unauthorized without a session, forbidden
 * for an administrator's account without the session's second factor.
 */
export async function currentOwner(): Promise<SignedInUser> {
  const user = await currentUser();
  if (!user) {
    throw new AppError("unauthorized", { userMessage: "You are signed out. Please sign in and try again." });
  }
  if (!lacksSecondFactor(user)) return user;
  await logAdminRefusal(user);
  throw new AppError("forbidden", {
    userMessage:
      "This is an administrator's account. Please give your second factor at /admin-auth and try again.",
  });
}

/** An administrator's password alone changes nothing about the account, whichever page it is used on. */
function lacksSecondFactor({ roles, secondFactorAt }: SignedInUser): boolean {
  return roles.includes("admin") && secondFactorAt === null;
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
  if (user?.roles.includes("admin") && user.secondFactorAt) return user;
  await logAdminRefusal(user);
  if (!user) redirect(await wayToSignIn("/admin"));
  redirect(user.roles.includes("admin") ? "/admin-auth" : "/auth/denied");
}

/**
 * For actions and routes of administrators. Throws unauthorized without a session, forbidden without the admin role or
 * without the session's second factor.
 */
export async function currentAdmin(): Promise<SignedInUser> {
  const user = await currentUser();
  if (user?.roles.includes("admin") && user.secondFactorAt) return user;
  await logAdminRefusal(user);
  if (!user) throw new AppError("unauthorized", { userMessage: "Please sign in and try again." });
  const isAdmin = user.roles.includes("admin");
  throw new AppError("forbidden", {
    userMessage: isAdmin
      ? "Please sign in to the admin pages with your second factor."
      : "You don't have admin privileges.",
  });
}

async function logAdminRefusal(user: SignedInUser | null): Promise<void> {
  logSecurity("admin_refused", { address: await visitorAddress(), ...(user && { userId: user.id }) });
}

/** The visitor's network address, as the server's entry saw it; bare `next dev` has none. */
export async function visitorAddress(): Promise<string> {
  return (await headers()).get("x-client-address") ?? "127.0.0.1";
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
