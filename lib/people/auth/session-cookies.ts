import type { Env } from "@/lib/base/env/env";
import { day, second } from "@/lib/base/time/time";
import { type OpenedSession, sealSession, sessionSeconds } from "./session-token";

type Mode = Env["APP_MODE"];

export type ShopCookie = {
  name: string;
  value: string;
  options: { path: "/"; sameSite: "lax"; httpOnly: boolean; secure: boolean; maxAge: number };
};

/** A cookie's full name: in live mode `__Host-` ties it to https and this host. */
export function cookieName(mode: Mode, name: string): string {
  return mode === "live" ? `__Host-${name}` : name;
}

export const sessionCookieName = (mode: Mode): string => cookieName(mode, "shop_session");

/** The signed-in marker for static pages' scripts. It is not a secret and gives access to nothing. */
export const markerCookieName = (mode: Mode): string => cookieName(mode, "shop_signed_in");

/** Identifies a browser that has signed in before (known-device.ts). It outlives the session. */
export const deviceCookieName = (mode: Mode): string => cookieName(mode, "shop_device");

/** Identifies a sign-up's browser until its link is followed (lib/people/customers/verify-email.ts). */
export const signUpCookieName = (mode: Mode): string => cookieName(mode, "shop_sign_up");

/** A pending sign-in (pending-sign-in.ts). */
export const pendingCookieName = (mode: Mode): string => cookieName(mode, "shop_sign_in");

/** Ties a passkey's challenge to the browser that requested it. */
export const passkeyCookieName = (mode: Mode): string => cookieName(mode, "shop_passkey");

const deviceSeconds = (365 * day) / second;
// Longer than a link is valid, because an expired link is replaced for the same sign-up.
const signUpSeconds = (7 * day) / second;

/** The cookies of a signed-in browser: the session and its marker, with the same lifetime. */
export function signedInCookies(mode: Mode, sessionValue: string): ShopCookie[] {
  return [cookie(mode, sessionCookieName(mode), sessionValue, true, sessionSeconds), markerCookie(mode)];
}

/**
 * Reissues a session's cookies once they are a day old, so that a session in use does not expire; otherwise none. The
 * claims are unchanged, so an ended session stays ended.
 */
export async function renewSession(
  { SHOP_SECRET, APP_MODE }: Pick<Env, "SHOP_SECRET" | "APP_MODE">,
  { claims, issuedAt }: OpenedSession,
  now: Date,
): Promise<ShopCookie[]> {
  if (now.getTime() - issuedAt.getTime() <= day) return [];
  return signedInCookies(APP_MODE, await sealSession(SHOP_SECRET, sessionCookieName(APP_MODE), claims));
}

/** Only the marker, for when next-auth sets the session's cookie. */
export function markerCookie(mode: Mode): ShopCookie {
  return cookie(mode, markerCookieName(mode), "1", false, sessionSeconds);
}

export function signedOutCookies(mode: Mode): ShopCookie[] {
  return [
    cookie(mode, sessionCookieName(mode), "", true, 0),
    cookie(mode, markerCookieName(mode), "", false, 0),
  ];
}

/**
 * Sent with signedOutCookies: the browser drops its cached pages, so that "back" shows nothing of the account. Not
 * "storage", which holds the theme and a guest's choices: components/layout/visitor-traces.ts clears a customer's part.
 */
export const clearCacheHeader = { "Clear-Site-Data": '"cache"' } as const;

/** The cookie of a browser that is known to the account. */
export function deviceCookie(mode: Mode, value: string): ShopCookie {
  return serverCookie(mode, deviceCookieName(mode), value, deviceSeconds);
}

/** A cookie that only the server reads; null clears it. */
export function serverCookie(mode: Mode, name: string, value: string | null, seconds: number): ShopCookie {
  return cookie(mode, name, value ?? "", true, value === null ? 0 : seconds);
}

/** The cookie of a browser that has signed up. */
export function signUpCookie(mode: Mode, value: string): ShopCookie {
  return serverCookie(mode, signUpCookieName(mode), value, signUpSeconds);
}

function cookie(mode: Mode, name: string, value: string, httpOnly: boolean, maxAge: number): ShopCookie {
  return { name, value, options: { path: "/", sameSite: "lax", httpOnly, secure: mode === "live", maxAge } };
}

/** A cookie as the value of a Set-Cookie header. */
export function serializeCookie({ name, value, options }: ShopCookie): string {
  const flags = [options.httpOnly ? "; HttpOnly" : "", options.secure ? "; Secure" : ""].join("");
  return `${name}=${value}; Path=${options.path}; Max-Age=${options.maxAge}; SameSite=Lax${flags}`;
}

export function appendCookies(headers: Headers, cookies: ShopCookie[]): void {
  for (const each of cookies) headers.append("Set-Cookie", serializeCookie(each));
}

/** The value of one cookie in a Cookie header; null if it is missing. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [key, ...value] = part.split("=");
    if (key?.trim() === name) return value.join("=").trim();
  }
  return null;
}
