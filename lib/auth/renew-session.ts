import type { Env } from "@/lib/env";
import { type ShopCookie, sessionCookieName, signedInCookies } from "./session-cookies";
import { isDueForRenewal, type OpenedSession, sealSession } from "./session-token";

/**
 * The cookies that carry a session on, when its own is old enough; none before. The claims stay as they are: a session
 * that was ended stays ended, however often its cookie is issued again.
 */
export async function renewSession(
  env: Pick<Env, "SHOP_SECRET" | "APP_MODE">,
  session: OpenedSession,
  now: Date,
): Promise<ShopCookie[]> {
  if (!isDueForRenewal(session, now)) return [];
  const name = sessionCookieName(env.APP_MODE);
  return signedInCookies(env.APP_MODE, await sealSession(env.SHOP_SECRET, name, session.claims));
}
