import "server-only";
import { cookies, headers } from "next/headers";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { databaseNow } from "@/lib/base/time/clock";
import { type DeviceFactor, findDevice, openDevice, sealDevice } from "@/lib/people/auth/known-device";
import {
  deviceCookie,
  deviceCookieName,
  type ShopCookie,
  sessionCookieName,
  signedInCookies,
  signedOutCookies,
} from "@/lib/people/auth/session-cookies";
import { type Authenticated, type SessionClaims, sealSession } from "@/lib/people/auth/session-token";
import { endSession } from "@/lib/people/customers/sessions";
import { startSession } from "@/lib/people/customers/start-session";
import { currentUser, type SignedInUser } from "../session";

/** With the second factor, the session also opens the admin pages, and the browser becomes known for it. */
type Given = { hasSecondFactor?: boolean };

/**
 * Signs this browser in to an account whose holder has just authenticated: it always gets a new session, and the
 * browser's previous one ends. Only for server actions and routes, because pages can't set cookies.
 */
export async function beginSession(account: Authenticated, given: Given = {}): Promise<void> {
  await keepSession(await openNewSession(account, given));
  await rememberDevice(account, given.hasSecondFactor ? "second_factor" : "password");
}

/** A new session's claims, for a cookie that the caller sets; the browser's previous session ends. */
export async function openNewSession(account: Authenticated, given: Given = {}): Promise<SessionClaims> {
  const db = getDb();
  const now = databaseNow();
  const before = await currentUser();
  if (before) await endSession(db, { userId: before.id, sessionId: before.sessionId }, now);
  const userAgent = (await headers()).get("user-agent");
  return startSession({ db, now }, { ...account, userAgent, ...given });
}

/**
 * Sets the cookie of a session with a new id (and, where others ended, a new version) after a new password or a code;
 * returns the user with it. This browser stays known to the account, whose new version no other browser knows.
 */
export async function followSession(
  user: SignedInUser,
  { sessionId, version = user.sessionVersion }: { sessionId: string; version?: number },
): Promise<SignedInUser> {
  const { id: userId, sessionVersion: before } = user;
  const hasGivenCode = (await knownDevice({ userId, version: before })) !== null;
  await keepSession({ userId, sessionId, version });
  await rememberDevice({ userId, version }, hasGivenCode ? "second_factor" : "password");
  return { ...user, sessionId, sessionVersion: version };
}

async function keepSession(claims: SessionClaims): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const value = await sealSession(SHOP_SECRET, sessionCookieName(APP_MODE), claims);
  await setCookies(signedInCookies(APP_MODE, value));
}

/** Marks this browser as known to the account (lib/people/auth/known-device.ts); a stronger mark is kept. */
export async function rememberDevice(account: Authenticated, factor: DeviceFactor): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const isKnown = (await knownDevice(account)) !== null;
  if (!isKnown) await setCookies([deviceCookie(APP_MODE, sealDevice(SHOP_SECRET, account, factor))]);
}

/** This browser's name if it has given the second factor of this version of the account before; null otherwise. */
export async function knownDevice(account: Authenticated): Promise<string | null> {
  return openDevice(getEnv().SHOP_SECRET, account, await deviceMark(), "second_factor");
}

/** This browser's name if the account of this address knows it; null otherwise, and where there is no account. */
export async function knownDeviceOf(email: string): Promise<string | null> {
  return findDevice(getDb(), getEnv().SHOP_SECRET, email, await deviceMark());
}

async function deviceMark(): Promise<string | null> {
  return (await cookies()).get(deviceCookieName(getEnv().APP_MODE))?.value ?? null;
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
