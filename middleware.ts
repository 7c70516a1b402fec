import { type NextRequest, NextResponse } from "next/server";
import { getEnv } from "@/lib/base/env/env";
import { clockOffsetMs, databaseNow } from "@/lib/base/time/clock";
import { askedPathHeader, customerHomePath, safePath, signInPath } from "@/lib/people/auth/safe-path";
import {
  renewSession,
  type ShopCookie,
  sessionCookieName,
  signedOutCookies,
} from "@/lib/people/auth/session-cookies";
import { type OpenedSession, openSession } from "@/lib/people/auth/session-token";

/**
 * Redirects guests to sign in, and signed-in visitors past the sign-in page, on the matcher's paths. It protects
 * nothing: it only reads the cookie, and every page, action and route authorises its callers itself. The cookie of an
 * ended session passes here; the page sends it to /auth/leave, which clears it.
 */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const env = getEnv();
  const cookie = request.cookies.get(sessionCookieName(env.APP_MODE))?.value;
  const session = cookie ? await openSession(env.SHOP_SECRET, sessionCookieName(env.APP_MODE), cookie) : null;

  // A form is not redirected: its action checks the caller, and the page keeps what was typed.
  const isVisit = request.method === "GET" || request.method === "HEAD";
  const target = isVisit ? redirectOf(request.nextUrl, session) : null;
  const response = target
    ? NextResponse.redirect(new URL(target, env.SHOP_ORIGIN), 307)
    : NextResponse.next({ request: { headers: withAskedPath(request) } });
  for (const { name, value, options } of await cookiesFor(cookie, session)) {
    response.cookies.set(name, value, options);
  }
  return response;
}

/** A page can't read its own address, and a link to an admin page has to survive signing in. */
function withAskedPath({ headers, nextUrl: { pathname, search } }: NextRequest): Headers {
  const changed = new Headers(headers);
  changed.set(askedPathHeader, `${pathname}${search}`);
  return changed;
}

const guestOnly = new Set(["/", "/auth"]);
const customersOnly = /^\/(?:dashboard|orders|settings|tickets)(?:\/|$)/;

/** Where to redirect the visitor; null for nowhere. */
function redirectOf(
  { pathname, search, searchParams: params }: NextRequest["nextUrl"],
  session: OpenedSession | null,
): string | null {
  if (customersOnly.test(pathname)) return session ? null : signInPath(`${pathname}${search}`);
  if (!session || !guestOnly.has(pathname)) return null;
  if (pathname === "/") return params.get("browse") === "1" ? null : customerHomePath;
  // A signed-in visitor was connecting Google in the settings.
  const error = params.get("error");
  if (error) return `/settings?${new URLSearchParams({ error })}`;
  const after = safePath(params.get("next") ?? params.get("callbackUrl"));
  return params.has("verified") ? `${customerHomePath}?verified=1` : after;
}

/** Renews a session's cookies when due; clears a cookie that is not ours or has expired. */
async function cookiesFor(cookie: string | undefined, session: OpenedSession | null): Promise<ShopCookie[]> {
  const env = getEnv();
  // Until the database's clock has been read, no age is known; a later visit renews the cookies.
  if (session) return clockOffsetMs() === null ? [] : renewSession(env, session, databaseNow());
  return cookie ? signedOutCookies(env.APP_MODE) : [];
}

export const config = {
  matcher: [
    "/auth/:path*",
    "/dashboard/:path*",
    "/orders/:path*",
    "/settings/:path*",
    "/tickets/:path*",
    "/admin/:path*",
    "/admin-auth",
    // Without a session there is nothing to redirect or renew on the home page and on an order's page.
    { source: "/", has: [{ type: "cookie", key: "shop_session" }] },
    { source: "/", has: [{ type: "cookie", key: "__Host-shop_session" }] },
    { source: "/order/:token*", has: [{ type: "cookie", key: "shop_session" }] },
    { source: "/order/:token*", has: [{ type: "cookie", key: "__Host-shop_session" }] },
  ],
  runtime: "nodejs",
};
