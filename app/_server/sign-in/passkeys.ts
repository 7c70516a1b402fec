import "server-only";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { cookies, headers } from "next/headers";
import { getConnection, getDb } from "@/lib/base/db/client";
import { getEnv, getShop, type ShopIdentity } from "@/lib/base/env/env";
import { conflict } from "@/lib/base/errors";
import { newToken } from "@/lib/base/ids";
import { databaseNow } from "@/lib/base/time/clock";
import { minute, second } from "@/lib/base/time/time";
import { type RelyingParty, relyingParty } from "@/lib/people/auth/passkeys/relying-party";
import { beginAuthentication } from "@/lib/people/auth/passkeys/verify-passkey";
import { passkeyCookieName, serverCookie } from "@/lib/people/auth/session-cookies";
import { signInWithPasskey } from "@/lib/people/customers/passkeys";
import { isOwnOrigin } from "../http/own-origin";
import { beginSession, setCookies } from "./begin-session";

/** True where the visited address supports passkeys (relying-party.ts). */
export async function arePasskeysOffered(): Promise<boolean> {
  return relyingParty(await visitedShop()) !== null;
}

/** The shop as a relying party. Errors: conflict if the visited address supports no passkeys. */
export async function passkeyShop(): Promise<RelyingParty> {
  const shop = relyingParty(await visitedShop());
  if (!shop) throw conflict("This shop's address doesn't support passkeys.");
  return shop;
}

/** The shop at the address that the visitor opened: a local one has two, of which only `localhost` is a name. */
async function visitedShop(): Promise<ShopIdentity> {
  const shop = getShop();
  if (getEnv().APP_MODE === "live") return shop;
  const asked = await headers();
  // A page to which an action redirects is asked for by Next itself, with the action's Origin and another Host.
  const origin = asked.get("origin") ?? `http://${asked.get("host")}`;
  return isOwnOrigin(origin) ? { ...shop, origin } : shop;
}

const cookieSeconds = (30 * minute) / second;

/** The challenge for any passkey of this shop, tied to this browser by a cookie. For routes. */
export async function challengeBrowser() {
  const { APP_MODE } = getEnv();
  const browser = newToken();
  const options = await beginAuthentication(getDb(), {
    shop: await passkeyShop(),
    browser,
    now: databaseNow(),
  });
  await setCookies([serverCookie(APP_MODE, passkeyCookieName(APP_MODE), browser, cookieSeconds)]);
  return options;
}

/**
 * Signs this browser in with a passkey, which verifies its user and so counts as both factors: an administrator's also
 * opens the admin pages. Errors: conflict, unauthorized, rate_limited.
 */
export async function beginPasskeySession(
  response: AuthenticationResponseJSON,
  address: string,
): Promise<void> {
  const { db, pool } = getConnection();
  const browser = (await cookies()).get(passkeyCookieName(getEnv().APP_MODE))?.value ?? null;
  const input = { shop: await passkeyShop(), browser, response, address };
  const account = await signInWithPasskey({ db, pool, now: databaseNow() }, input);
  await beginSession(account, { hasSecondFactor: true });
}
