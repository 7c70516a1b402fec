import type { Env } from "@/lib/env";
import { type ShopCookie, sessionCookieName, signedInCookies } from "./session-cookies";
import { isDueForRenewal, type OpenedSession, sealSession } from "./session-token";

/** Reissues a session's cookies when due; otherwise none. The claims are unchanged, so an ended session stays ended. */
export async function renewSession(
  env: Pick<Env, "SHOP_SECRET" | "APP_MODE">,
  session: OpenedSession,
  now: Date,
): Promise<ShopCookie[]> {
  if (!isDueForRenewal(session, now)) return [];
  const name = sessionCookieName(env.APP_MODE);
  return signedInCookies(env.APP_MODE, await sealSession(env.SHOP_SECRET, name, session.claims));
}
