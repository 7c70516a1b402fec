import "server-only";
import { cookies, headers } from "next/headers";
import { type DeviceFactor, openDevice, sealDevice } from "@/lib/auth/known-device";
import {
  deviceCookie,
  deviceCookieName,
  type ShopCookie,
  sessionCookieName,
  signedInCookies,
} from "@/lib/auth/session-cookies";
import { type SessionClaims, sealSession } from "@/lib/auth/session-token";
import { databaseNow } from "@/lib/clock";
import { endSession } from "@/lib/customers/end-session";
import { startSession } from "@/lib/customers/start-session";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { currentUser, type SignedInUser } from "./session";

/** What was given to sign in: the second factor opens an administrator's pages, too, and makes the browser known for it. */
type Given = { hasSecondFactor?: boolean };

/**
 * Signs this browser in to the account of somebody who has just proven who they are: a new session, whatever cookie came
 * along; the one that was open here ends. For server actions and route handlers, which alone can set cookies.
 */
export async function beginSession(
  { userId, email }: { userId: string; email: string },
  given: Given = {},
): Promise<void> {
  const claims = await openNewSession(userId, given);
  await keepSession(claims);
  await rememberDevice(email, given.hasSecondFactor ? "second_factor" : "password");
}

/** A new session's claims, for a cookie that the caller sets; the session that was open in this browser ends. */
export async function openNewSession(userId: string, given: Given = {}): Promise<SessionClaims> {
  const [db, now] = [getDb(), databaseNow()];
  const before = await currentUser();
  if (before) await endSession(db, { userId: before.id, sessionId: before.sessionId }, now);
  const userAgent = (await headers()).get("user-agent");
  return startSession({ db, now }, { userId, userAgent, ...given });
}

/** Carries a session on that was given a new id (rotateSession): answers the user with it. */
export async function followSession(user: SignedInUser, sessionId: string): Promise<SignedInUser> {
  await keepSession({ userId: user.id, sessionId, version: user.sessionVersion });
  return { ...user, sessionId };
}

async function keepSession(claims: SessionClaims): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const value = await sealSession(SHOP_SECRET, sessionCookieName(APP_MODE), claims);
  await setCookies(signedInCookies(APP_MODE, value));
}

/**
 * Makes this browser one that the account of the address knows (lib/auth/known-device.ts). What was proven in it before
 * stays proven.
 */
export async function rememberDevice(email: string, factor: DeviceFactor = "password"): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const isKnown = (await knownDevice(email, "second_factor")) !== null;
  if (!isKnown) await setCookies([deviceCookie(APP_MODE, sealDevice(SHOP_SECRET, email, factor))]);
}

/** This browser's own name if `proof` was given in it before for the account of this address; null otherwise. */
export async function knownDevice(email: string, factor: DeviceFactor = "password"): Promise<string | null> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const value = (await cookies()).get(deviceCookieName(APP_MODE))?.value ?? null;
  return openDevice(SHOP_SECRET, email, value, factor);
}

async function setCookies(list: ShopCookie[]): Promise<void> {
  const jar = await cookies();
  for (const { name, value, options } of list) jar.set(name, value, options);
}
