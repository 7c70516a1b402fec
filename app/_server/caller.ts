import "server-only";
import { cookieName, readCookie, sessionCookieName } from "@/lib/auth/session-cookies";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { findUserOfSession, type SignedInUser } from "./session";

type AnyCaller = {
  /** The random value of the guest's own cookie; null before the first order. A customer may have one from before. */
  guestKey: string | null;
  /** The client's network address, as the server's entry saw it. */
  address: string;
};

/** Who asks at a handler. */
export type Caller = (AnyCaller & { kind: "guest" }) | (AnyCaller & { kind: "customer"; user: SignedInUser });

// What newToken() makes; anything else was not set by us.
const guestKeyShape = /^[\w-]{27}$/;

/** The guest cookie's name. */
export function guestCookieName(): string {
  return cookieName(getEnv().APP_MODE, "shop_guest");
}

/**
 * Finds out who asks: by `Authorization: Bearer <value of the session cookie>`, else by the cookie, else a guest.
 * Errors: unauthorized for a credential that is worth nothing (any more). Its bearer never becomes a guest by it: who
 * believes to be signed in would otherwise place an order that is not in their account.
 */
export async function resolveCaller(request: Request): Promise<Caller> {
  const cookies = request.headers.get("cookie");
  const guestKey = readCookie(cookies, guestCookieName());
  const caller = {
    guestKey: guestKey !== null && guestKeyShape.test(guestKey) ? guestKey : null,
    address: clientAddress(request),
  };
  const credential = readCredential(request);
  if (credential === null) return { kind: "guest", ...caller };
  const found = await findUserOfSession(credential);
  if (!found) throw new AppError("unauthorized");
  return { kind: "customer", user: found.user, ...caller };
}

/**
 * The session that a request names, whatever it is worth: the bearer's before the cookie's; null when it names none.
 * Errors: unauthorized for an Authorization header that is no bearer's.
 */
export function readCredential(request: Request): string | null {
  const cookies = request.headers.get("cookie");
  return readBearer(request) ?? readCookie(cookies, sessionCookieName(getEnv().APP_MODE));
}

/** True for a request whose only credential is the session cookie: what to take away when it is dead. */
export function hasSessionCookieOnly(request: Request): boolean {
  if (request.headers.has("authorization")) return false;
  return readCookie(request.headers.get("cookie"), sessionCookieName(getEnv().APP_MODE)) !== null;
}

function readBearer(request: Request): string | null {
  const header = request.headers.get("authorization");
  if (header === null) return null;
  const value = /^Bearer +(\S{1,4096})$/i.exec(header)?.[1];
  if (value === undefined) throw new AppError("unauthorized");
  return value;
}

/** The client's address. The server's entry sets this header over whatever a client sent; bare `next dev` has none. */
export function clientAddress(request: Request): string {
  return request.headers.get("x-client-address") ?? "127.0.0.1";
}
