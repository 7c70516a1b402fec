import "server-only";
import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { cookies } from "next/headers";
import { getConnection, getDb } from "@/lib/base/db/client";
import { getEnv, getShop } from "@/lib/base/env/env";
import { conflict } from "@/lib/base/errors";
import { newToken } from "@/lib/base/ids";
import { databaseNow } from "@/lib/base/time/clock";
import { minute, second } from "@/lib/base/time/time";
import { type RelyingParty, relyingParty } from "@/lib/people/auth/passkeys/relying-party";
import { beginAuthentication } from "@/lib/people/auth/passkeys/verify-passkey";
import { passkeyCookieName, serverCookie } from "@/lib/people/auth/session-cookies";
import { signInWithPasskey } from "@/lib/people/customers/passkeys";
import { beginSession, setCookies } from "./begin-session";

/** True where the shop's address supports passkeys (relying-party.ts). */
export function arePasskeysOffered(): boolean {
  return relyingParty(getShop()) !== null;
}

/** The shop as a relying party. Errors: conflict if its address supports no passkeys. */
export function passkeyShop(): RelyingParty {
  const shop = relyingParty(getShop());
  if (!shop) throw conflict("This shop's address doesn't support passkeys.");
  return shop;
}

const cookieSeconds = (30 * minute) / second;

/** The challenge for any passkey of this shop, tied to this browser by a cookie. For routes. */
export async function challengeBrowser() {
  const { APP_MODE } = getEnv();
  const browser = newToken();
  const options = await beginAuthentication(getDb(), { shop: passkeyShop(), browser, now: databaseNow() });
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
  const input = { shop: passkeyShop(), browser, response, address };
  const account = await signInWithPasskey({ db, pool, now: databaseNow() }, input);
  await beginSession(account, { hasSecondFactor: true });
}
