import { errorResponse } from "@/app/_server/error-response";
import { requireOwnOrigin } from "@/app/_server/http/own-origin";
import { currentUser } from "@/app/_server/session";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { logger } from "@/lib/base/logger";
import { databaseNow } from "@/lib/base/time/clock";
import { appendCookies, clearCacheHeader, signedOutCookies } from "@/lib/people/auth/session-cookies";
import { endSession } from "@/lib/people/customers/sessions";

/**
 * Signs this browser out and redirects home. A plain form's POST works from any cached static page and without
 * JavaScript. The cookies are removed even if the session can't be ended, which is logged.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    requireOwnOrigin(request);
  } catch (error) {
    return errorResponse(error, "sign-out");
  }
  try {
    const user = await currentUser();
    if (user) await endSession(getDb(), { userId: user.id, sessionId: user.sessionId }, databaseNow());
  } catch (error) {
    logger.error({ err: error }, "Error signing out");
  }
  const headers = new Headers({ Location: "/", "Cache-Control": "no-store", ...clearCacheHeader });
  appendCookies(headers, signedOutCookies(getEnv().APP_MODE));
  return new Response(null, { status: 303, headers });
}
