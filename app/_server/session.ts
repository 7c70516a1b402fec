import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { getDb } from "@/lib/base/db/client";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { getEnv } from "@/lib/base/env/env";
import { AppError, forbidden } from "@/lib/base/errors";
import { logger } from "@/lib/base/logger";
import { databaseNow } from "@/lib/base/time/clock";
import { findSignedInUser, type SignedInUser } from "@/lib/people/auth/find-signed-in-user";
import { logSecurity } from "@/lib/people/auth/log-security";
import { may, type Permission, type StaffRole, staffRoleLabels, staffRoleOf } from "@/lib/people/auth/roles";
import { adminPath, adminSignInPath, askedPathHeader, signInPath } from "@/lib/people/auth/safe-path";
import { isReauthenticationFresh } from "@/lib/people/auth/second-factor-code";
import { sessionCookieName } from "@/lib/people/auth/session-cookies";
import { type OpenedSession, openSession } from "@/lib/people/auth/session-token";

export type { SignedInUser } from "@/lib/people/auth/find-signed-in-user";

/** The signed-in user of this request, with their current roles; null for guests and ended sessions. */
export const currentUser = cache(async (): Promise<SignedInUser | null> => {
  const value = await sessionCookie();
  return value === null ? null : ((await findUserOfSession(value))?.user ?? null);
});

/**
 * For customers' pages. Guests are redirected to sign in and come back to `returnTo`; an ended session's cookie is
 * cleared on the way, because middleware can't tell that the session ended and would send the visitor back here.
 */
export async function requireCustomer(returnTo: string): Promise<SignedInUser> {
  const user = await currentUser();
  if (user) return user;
  redirect(await wayToSignIn(returnTo));
}

/**
 * For pages that show or change an account's ways to sign in. Does what requireCustomer does, and redirects an
 * administrator's session without the second factor to provide it.
 */
export async function requireAccountHolder(returnTo: string): Promise<SignedInUser> {
  const user = await requireCustomer(returnTo);
  if (lacksSecondFactor(user)) redirect(adminSignInPath(null));
  return user;
}

/** For customers' actions and routes. Errors: unauthorized without a session. */
export async function currentCustomer(): Promise<SignedInUser> {
  const user = await currentUser();
  if (user) return user;
  throw new AppError("unauthorized", { userMessage: "You are signed out. Please sign in and try again." });
}

/**
 * For actions and routes that show or change an account's ways to sign in. Errors: unauthorized without a session,
 * forbidden for an administrator's session without the second factor.
 */
export async function currentAccountHolder(): Promise<SignedInUser> {
  const user = await currentCustomer();
  if (!lacksSecondFactor(user)) return user;
  await logAdminRefusal(user);
  throw forbidden(
    "This is an administrator's account. Please sign in with your second factor at /admin-auth and try again.",
  );
}

/** An administrator's password alone must not change the account, on any page. */
function lacksSecondFactor({ roles, secondFactorAt }: SignedInUser): boolean {
  return roles.includes("admin") && secondFactorAt === null;
}

/**
 * For admin pages: the signed-in administrator, whose session has the second factor and whose role includes the
 * permission. Guests are redirected to sign in, administrators without the second factor to give it (both come back to
 * the page they asked for), those without the permission to /admin/refused, accounts without a staff role to
 * /auth/denied, and all visitors to /auth/unverified during a database outage.
 * Each page calls it; a layout's check is not enough.
 */
export async function requireAdmin(permission: Permission): Promise<SignedInUser> {
  const user = await currentUser().catch((error: unknown) => {
    if (!isDatabaseOutage(error)) throw error;
    logger.error({ err: error }, "an administrator could not be verified, and was refused");
    redirect("/auth/unverified");
  });
  if (user && isAllowed(user, permission)) return user;
  await logAdminRefusal(user);
  const asked = adminPath((await headers()).get(askedPathHeader));
  if (!user) redirect(await wayToSignIn(asked));
  if (staffRoleOf(user.roles) === null) redirect("/auth/denied");
  redirect(user.secondFactorAt ? "/admin/refused" : adminSignInPath(asked));
}

/**
 * For pages that show what an open session alone should not. Does what requireAdmin does, and redirects an administrator
 * who signed in more than 15 minutes ago to confirm it, and from there to `returnTo`.
 */
export async function requireFreshAdmin(permission: Permission, returnTo: string): Promise<SignedInUser> {
  const user = await requireAdmin(permission);
  if (!isFresh(user)) redirect(confirmPath(returnTo));
  return user;
}

/**
 * For administrators' files. Does what currentAdmin does; an administrator who signed in more than 15 minutes ago gets
 * `answer`, which redirects them to confirm it, and from there to `returnTo`. Errors: those of currentAdmin.
 */
export async function currentFreshAdmin(
  permission: Permission,
  returnTo: string,
): Promise<{ admin: SignedInUser; answer?: never } | { admin?: never; answer: Response }> {
  const admin = await currentAdmin(permission);
  if (isFresh(admin)) return { admin };
  const headers = { Location: confirmPath(returnTo), "Cache-Control": "no-store" };
  return { answer: new Response(null, { status: 303, headers }) };
}

const isFresh = ({ reauthenticatedAt }: SignedInUser) =>
  isReauthenticationFresh(reauthenticatedAt, databaseNow());

const confirmPath = (returnTo: string) => `/admin/confirm?next=${encodeURIComponent(returnTo)}`;

/**
 * For administrators' actions and routes. Errors: unauthorized without a session, forbidden without the admin role, the
 * session's second factor, or the permission.
 */
export async function currentAdmin(permission: Permission): Promise<SignedInUser> {
  const user = await currentUser();
  if (user && isAllowed(user, permission)) return user;
  await logAdminRefusal(user);
  if (!user) throw new AppError("unauthorized", { userMessage: "Please sign in and try again." });
  throw forbidden(refusalOf(user));
}

/** The visitor's staff role, if the session has the second factor; null for anyone else. */
export async function visitorRole(): Promise<StaffRole | null> {
  const user = await currentUser();
  return user?.secondFactorAt ? staffRoleOf(user.roles) : null;
}

/** True when the visitor is an administrator whose role includes the permission: for parts of admin pages. */
export async function visitorMay(permission: Permission): Promise<boolean> {
  const user = await currentUser();
  return user !== null && isAllowed(user, permission);
}

function isAllowed({ roles, secondFactorAt }: SignedInUser, permission: Permission): boolean {
  return secondFactorAt !== null && may(staffRoleOf(roles), permission);
}

function refusalOf({ roles, secondFactorAt }: SignedInUser): string {
  const role = staffRoleOf(roles);
  if (role === null) return "You don't have admin privileges.";
  if (secondFactorAt === null) return "Please sign in to the admin pages with your second factor.";
  return `Your role, ${staffRoleLabels[role]}, does not include this. Nothing was changed. Ask an owner.`;
}

async function logAdminRefusal(user: SignedInUser | null): Promise<void> {
  logSecurity("admin_refused", { address: await visitorAddress(), ...(user && { userId: user.id }) });
}

/** The visitor's network address, from the server's entry. */
export async function visitorAddress(): Promise<string> {
  return (await headers()).get("x-client-address") ?? "127.0.0.1";
}

/**
 * The user and the session of a cookie's (or bearer's) value; null when it is invalid or the session has ended. `isUse`:
 * findSignedInUser.
 */
export async function findUserOfSession(
  value: string,
  options?: { isUse: boolean },
): Promise<{ user: SignedInUser; session: OpenedSession } | null> {
  const { SHOP_SECRET, APP_MODE } = getEnv();
  const session = await openSession(SHOP_SECRET, sessionCookieName(APP_MODE), value);
  if (!session) return null;
  const user = await findSignedInUser(getDb(), session.claims, databaseNow(), options);
  return user && { user, session };
}

/** The value of this request's session cookie, valid or not. */
async function sessionCookie(): Promise<string | null> {
  return (await cookies()).get(sessionCookieName(getEnv().APP_MODE))?.value ?? null;
}

async function wayToSignIn(returnTo: string): Promise<string> {
  const isDead = (await sessionCookie()) !== null;
  return isDead ? `/auth/leave?next=${encodeURIComponent(returnTo)}` : signInPath(returnTo);
}
