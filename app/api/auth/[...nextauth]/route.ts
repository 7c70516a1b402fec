import type { NextRequest } from "next/server";
import { finishGoogleSignIn, isGoogleOffered } from "@/app/_server/auth";
import { safePath, signInPath } from "@/lib/auth/safe-path";
import { markerCookie, serializeCookie, sessionCookieName } from "@/lib/auth/session-cookies";
import { getEnv } from "@/lib/env";

/**
 * The way back from Google. Of next-auth's other addresses only the old one of its sign-in page answers, and leads to
 * ours: signing in, out and asking who is signed in are server actions and /api/me.
 */
export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const path = (await params).nextauth.join("/");
  const { SHOP_ORIGIN } = getEnv();
  if (path === "signin") {
    const next = safePath(request.nextUrl.searchParams.get("callbackUrl"));
    return Response.redirect(new URL(signInPath(next), SHOP_ORIGIN), 307);
  }
  if (path !== "callback/google" || !isGoogleOffered()) return new Response(null, { status: 404 });
  return withMarker(await finishGoogleSignIn(request));
}

/** Static pages learn of the new session by its hint, which next-auth doesn't know. */
function withMarker(response: Response): Response {
  const mode = getEnv().APP_MODE;
  const isSignedIn = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${sessionCookieName(mode)}=ey`));
  if (!isSignedIn) return response;
  const headers = new Headers(response.headers);
  headers.append("Set-Cookie", serializeCookie(markerCookie(mode)));
  return new Response(response.body, { status: response.status, headers });
}
