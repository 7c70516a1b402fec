import { hasSessionCookieOnly, readCredential } from "@/app/_server/caller";
import { errorResponse } from "@/app/_server/error-response";
import { findUserOfSession } from "@/app/_server/session";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { appendCookies, renewSession, signedOutCookies } from "@/lib/people/auth/session-cookies";

/**
 * Who is signed in: 200 `{email}`, or 401 without a live session. Never cached. Static pages ask when the cookie
 * `shop_signed_in` is set. A live session's cookies are renewed when due; an ended one's are cleared with the 401.
 */
export async function GET(request: Request): Promise<Response> {
  const headers = new Headers({ "Cache-Control": "no-store" });
  try {
    const env = getEnv();
    const credential = readCredential(request);
    const found = credential === null ? null : await findUserOfSession(credential);
    // A bearer's request changes no cookies.
    if (credential === null || hasSessionCookieOnly(request)) {
      const renewed = found && (await renewSession(env, found.session, databaseNow()));
      appendCookies(headers, renewed ?? signedOutCookies(env.APP_MODE));
    }
    if (!found) throw new AppError("unauthorized", { userMessage: "You are not signed in." });
    return Response.json({ email: found.user.email }, { headers });
  } catch (error) {
    return errorResponse(error, "me", headers);
  }
}
