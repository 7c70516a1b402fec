import "server-only";
import { cookies, headers } from "next/headers";
import { type DeviceFactor, openDevice, sealDevice } from "@/lib/auth/known-device";
import {
  deviceCookie,
  deviceCookieName,
  type ShopCookie,
  sessionCookieName,
  signedInCookies,
  signedOutCookies,
} from "@/lib/auth/session-cookies";
import { type SessionClaims, sealSession } from "@/lib/auth/session-token";
import { databaseNow } from "@/lib/clock";
import { endSession } from "@/lib/customers/sessions";
import { type Authenticated, startSession } from "@/lib/customers/start-session";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { currentUser, type SignedInUser } from "../session";

/** With the second factor, the session also opens the admin pages, and the browser becomes known for it. */
type Given = { hasSecondFactor?: boolean };

/**
 * Signs this browser in to an account whose holder has just authenticated: it always gets a new session, and the
 * browser's previous one ends. Only for server actions and routes, because pages can't set cookies.
 */
export async function beginSession(
  { email, ...account }: Authenticated & { email: string },
  given: Given = {},
): Promise<void> {
  const claims = await openNewSession(account, given);
  await keepSession(claims);
  await rememberDevice(email, given.hasSecondFactor ? "second_factor" : "password");
}

/** A new session's claims, for a cookie that the caller sets; the browser's previous session ends. */
export async function openNewSession(account: Authenticated, given: Given = {}): Promise<SessionClaims> {
  const [db, now] = [getDb(), databaseNow()];
  const before = await currentUser();
  if (before) await endSession(db, { userId: before.id, sessionId: before.sessionId }, now);
  const userAgent = (await headers()).get("user-agent");
  return startSession({ db, now }, { ...account, userAgent, ...given });
}

/** Sets the cookie of a session with a new id (and, where others ended, a new version); returns the user with it. */
export async function followSession(
  user: SignedInUser,
  { sessionId, version = user.sessionVersion }: { sessionId: string; version?: number },
): Promise<SignedInUser> {
  await keepSession({ userId: user.id, sessionId, version });
  return { ...user, sessionId, sessionVersion: version };
}

async function keepSession(claims: SessionClaims): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const value = await sealSession(SHOP_SECRET, sessionCookieName(APP_MODE), claims);
  await setCookies(signedInCookies(APP_MODE, value));
}

/** Marks this browser as known to the account of the address (lib/auth/known-device.ts); a stronger mark is kept. */
export async function rememberDevice(email: string, factor: DeviceFactor = "password"): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const isKnown = (await knownDevice(email, "second_factor")) !== null;
  if (!isKnown) await setCookies([deviceCookie(APP_MODE, sealDevice(SHOP_SECRET, email, factor))]);
}

/** This browser's name if it has given `factor` for the account of this address before; null otherwise. */
export async function knownDevice(email: string, factor: DeviceFactor = "password"): Promise<string | null> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const value = (await cookies()).get(deviceCookieName(APP_MODE))?.value ?? null;
  return openDevice(SHOP_SECRET, email, value, factor);
}

/** Sets cookies with the answer of a server action or route. */
export async function setCookies(list: ShopCookie[]): Promise<void> {
  const jar = await cookies();
  for (const { name, value, options } of list) jar.set(name, value, options);
}

/** Clears the session's cookies in this browser, with the answer of a server action. */
export async function forgetSession(): Promise<void> {
  await setCookies(signedOutCookies(getEnv().APP_MODE));
}
