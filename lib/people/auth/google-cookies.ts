import type { Env } from "@/lib/base/env/env";
import { minute, second } from "@/lib/base/time/time";
import { cookieName, sessionCookieName } from "./session-cookies";

/** How long the visitor may take to choose an account at Google. */
const signInSeconds = (15 * minute) / second;

/** next-auth's cookies, with `__Host-` names: its default `__Secure-` ones can be set by a sibling host. */
export function googleCookies(mode: Env["APP_MODE"]) {
  const options = { httpOnly: true, sameSite: "lax", path: "/", secure: mode === "live" } as const;
  const own = (name: string) => ({ name: cookieName(mode, name), options });
  const duringSignIn = (name: string) => ({
    name: cookieName(mode, name),
    options: { ...options, maxAge: signInSeconds },
  });
  return {
    sessionToken: { name: sessionCookieName(mode), options },
    state: duringSignIn("shop_google_state"),
    nonce: duringSignIn("shop_google_nonce"),
    pkceCodeVerifier: duringSignIn("shop_google_pkce"),
    callbackUrl: own("shop_google_next"),
    csrfToken: own("shop_google_csrf"),
  };
}
