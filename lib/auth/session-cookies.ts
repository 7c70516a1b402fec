import type { Env } from "@/lib/env";
import { day, second } from "@/lib/time";
import { sessionSeconds } from "./session-token";

type Mode = Env["APP_MODE"];

export type ShopCookie = {
  name: string;
  value: string;
  options: { path: "/"; sameSite: "lax"; httpOnly: boolean; secure: boolean; maxAge: number };
};

/** A cookie's whole name: in live mode `__Host-` ties it to https and this very host. */
export function cookieName(mode: Mode, name: string): string {
  return mode === "live" ? `__Host-${name}` : name;
}

/** The session's cookie. */
export const sessionCookieName = (mode: Mode): string => cookieName(mode, "shop_session");

/** Tells scripts of static pages that somebody is signed in. It is no secret and opens nothing. */
export const markerCookieName = (mode: Mode): string => cookieName(mode, "shop_signed_in");

/** Knows a browser that has signed in before (known-device.ts). It outlives the session. */
export const deviceCookieName = (mode: Mode): string => cookieName(mode, "shop_device");

/** Knows the browser that a sign-up was made in, until its link is followed (lib/customers/verify-email.ts). */
export const signUpCookieName = (mode: Mode): string => cookieName(mode, "shop_sign_up");

/** A sign-in that waits for its second factor (pending-sign-in.ts). */
export const pendingCookieName = (mode: Mode): string => cookieName(mode, "shop_sign_in");

/** Binds what a passkey is to sign to the browser that asked for it. */
export const passkeyCookieName = (mode: Mode): string => cookieName(mode, "shop_passkey");

const deviceSeconds = (365 * day) / second;
// An expired link is replaced for the same sign-up, so the cookie outlives the first one.
const signUpSeconds = (7 * day) / second;

/** The cookies of a browser that is signed in: the session and its hint, living equally long. */
export function signedInCookies(mode: Mode, sessionValue: string): ShopCookie[] {
  return [cookie(mode, sessionCookieName(mode), sessionValue, true, sessionSeconds), markerCookie(mode)];
}

/** The hint alone, for where the session's own cookie is set by somebody else. */
export function markerCookie(mode: Mode): ShopCookie {
  return cookie(mode, markerCookieName(mode), "1", false, sessionSeconds);
}

/** Takes the session and its hint away. */
export function signedOutCookies(mode: Mode): ShopCookie[] {
  return [
    cookie(mode, sessionCookieName(mode), "", true, 0),
    cookie(mode, markerCookieName(mode), "", false, 0),
  ];
}

/**
 * Goes out with signedOutCookies: the browser forgets the pages it kept, so that "back" shows none of the account. Not
 * "storage", which would take the theme and a guest's things too: components/layout/visitor-traces.ts takes out what is a customer's.
 */
export const forgetPages = { "Clear-Site-Data": '"cache"' } as const;

/** The cookie that remembers this browser as one the account's owner uses. */
export function deviceCookie(mode: Mode, value: string): ShopCookie {
  return cookie(mode, deviceCookieName(mode), value, true, deviceSeconds);
}

/** A cookie of one step of signing in, for so many seconds; without a value it is taken away. */
export function stepCookie(mode: Mode, name: string, value: string | null, seconds: number): ShopCookie {
  return cookie(mode, name, value ?? "", true, value === null ? 0 : seconds);
}

/** The cookie of a browser that has signed up. */
export function signUpCookie(mode: Mode, value: string): ShopCookie {
  return cookie(mode, signUpCookieName(mode), value, true, signUpSeconds);
}

function cookie(mode: Mode, name: string, value: string, httpOnly: boolean, maxAge: number): ShopCookie {
  return { name, value, options: { path: "/", sameSite: "lax", httpOnly, secure: mode === "live", maxAge } };
}

/** A cookie as the value of a Set-Cookie header. */
export function serializeCookie({ name, value, options }: ShopCookie): string {
  const flags = [options.httpOnly ? "; HttpOnly" : "", options.secure ? "; Secure" : ""].join("");
  return `${name}=${value}; Path=${options.path}; Max-Age=${options.maxAge}; SameSite=Lax${flags}`;
}

/** One cookie's value out of a Cookie header; null when it is not there. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [key, ...value] = part.split("=");
    if (key?.trim() === name) return value.join("=").trim();
  }
  return null;
}
