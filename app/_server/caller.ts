import "server-only";
import { cookies } from "next/headers";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { cookieName, readCookie, sessionCookieName } from "@/lib/people/auth/session-cookies";
import { findUserOfSession, type SignedInUser } from "./session";

type AnyCaller = {
  /** The guest cookie's random value; null before the first order. A customer may have one from an earlier order. */
  guestKey: string | null;
  /** The client's network address. */
  address: string;
};

export type Caller = (AnyCaller & { kind: "guest" }) | (AnyCaller & { kind: "customer"; user: SignedInUser });

// The shape of newToken(); anything else was not set by the shop.
const guestKeyShape = /^[\w-]{27}$/;

export function guestCookieName(): string {
  return cookieName(getEnv().APP_MODE, "shop_guest");
}

/** The guest cookie's value in the browser that opens a page or calls an action; null without one. */
export async function visitorGuestKey(): Promise<string | null> {
  return guestKeyOf((await cookies()).get(guestCookieName())?.value);
}

function guestKeyOf(value: string | null | undefined): string | null {
  return value && guestKeyShape.test(value) ? value : null;
}

/**
 * The caller: by `Authorization: Bearer <value of the session cookie>`, else by the cookie, else a guest. Errors:
 * unauthorized for an invalid or expired credential, which never falls back to a guest: a customer who expects to be
 * signed in would otherwise place an order outside the account. `isUse`: findSignedInUser.
 */
export async function resolveCaller(request: Request, options?: { isUse: boolean }): Promise<Caller> {
  const caller = {
    guestKey: guestKeyOf(readCookie(request.headers.get("cookie"), guestCookieName())),
    address: clientAddress(request),
  };
  const credential = readCredential(request);
  if (credential === null) return { kind: "guest", ...caller };
  const found = await findUserOfSession(credential, options);
  if (!found) throw new AppError("unauthorized");
  return { kind: "customer", user: found.user, ...caller };
}

/**
 * The request's session value, valid or not: the bearer's before the cookie's; null without one. Errors: unauthorized
 * for an Authorization header that is not a bearer's.
 */
export function readCredential(request: Request): string | null {
  return readBearer(request) ?? readSessionCookie(request);
}

/** True for a request whose only credential is the session cookie. The cookie is cleared when its session has ended. */
export function hasSessionCookieOnly(request: Request): boolean {
  return !request.headers.has("authorization") && readSessionCookie(request) !== null;
}

function readSessionCookie(request: Request): string | null {
  return readCookie(request.headers.get("cookie"), sessionCookieName(getEnv().APP_MODE));
}

function readBearer(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null) return null;
  const value = /^Bearer +(\S{1,4096})$/i.exec(header)?.[1];
  if (value === undefined) throw new AppError("unauthorized");
  return value;
}

/** The client's country where the trusted proxy names it; the server's entry overwrites this header too. */
export function clientCountry(request: Request): string | null {
  return request.headers.get("x-client-country");
}

/** The client's network address. The server's entry overwrites this header, whatever a client sent. */
export function clientAddress(request: Request): string {
  return request.headers.get("x-client-address") ?? "127.0.0.1";
}
