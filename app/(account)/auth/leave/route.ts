import { currentUser } from "@/app/_server/session";
import { getEnv } from "@/lib/base/env/env";
import { safePath, signInPath } from "@/lib/people/auth/safe-path";
import { appendCookies, clearCacheHeader, signedOutCookies } from "@/lib/people/auth/session-cookies";

/**
 * Removes the cookies of an ended session and redirects to sign in. A live session is kept, so that a link to this
 * address can't sign anyone out.
 */
export async function GET(request: Request): Promise<Response> {
  const { APP_MODE, SHOP_ORIGIN } = getEnv();
  const next = safePath(new URL(request.url).searchParams.get("next"));
  const isAlive = (await currentUser()) !== null;
  const target = new URL(isAlive ? next : signInPath(next), SHOP_ORIGIN);
  const headers = new Headers({ Location: target.href, "Cache-Control": "no-store" });
  if (!isAlive) {
    for (const [name, value] of Object.entries(clearCacheHeader)) headers.set(name, value);
    appendCookies(headers, signedOutCookies(APP_MODE));
  }
  return new Response(null, { status: 307, headers });
}
