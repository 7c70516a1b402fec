import type { NextRequest } from "next/server";
import { clientAddress } from "@/app/_server/caller";
import { finishGoogleSignIn, isGoogleOffered } from "@/app/_server/sign-in/google";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { hasCode } from "@/lib/base/errors";
import { consumeForAddress } from "@/lib/base/rate-limit/consume-rate-limit";
import { safePath, signInPath } from "@/lib/people/auth/safe-path";
import { appendCookies, markerCookie, sessionCookieName } from "@/lib/people/auth/session-cookies";

/**
 * The return from Google. next-auth's sign-in address redirects to ours; its other addresses are 404, because signing in
 * and out are server actions and /api/me says who is signed in.
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
  try {
    await consumeForAddress(getConnection().pool, "googleReturn", clientAddress(request));
  } catch (error) {
    if (!hasCode(error, "rate_limited")) throw error;
    return Response.redirect(new URL("/auth?error=GoogleTooOften", SHOP_ORIGIN), 303);
  }
  return withMarker(await finishGoogleSignIn(request));
}

/** Adds the signed-in marker for static pages, which next-auth does not set. */
function withMarker(response: Response): Response {
  const mode = getEnv().APP_MODE;
  const isSignedIn = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${sessionCookieName(mode)}=ey`));
  if (!isSignedIn) return response;
  const headers = new Headers(response.headers);
  appendCookies(headers, [markerCookie(mode)]);
  return new Response(response.body, { status: response.status, headers });
}
