import "server-only";
import { cookies, headers } from "next/headers";
import { sealDevice } from "@/lib/auth/known-device";
import { deviceCookie, sessionCookieName, signedInCookies } from "@/lib/auth/session-cookies";
import { sealSession } from "@/lib/auth/session-token";
import { databaseNow } from "@/lib/clock";
import { endSession } from "@/lib/customers/end-session";
import { startSession } from "@/lib/customers/start-session";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { currentUser } from "./session";

/**
 * Signs this browser in to the account of somebody who has just proven who they are: a new session, whatever cookie came
 * along; the one that was open here ends. With the second factor it opens the admin pages, too. For server actions and route handlers, which alone can set cookies.
 */
export async function beginSession(
  { userId, email }: { userId: string; email: string },
  { hasSecondFactor = false } = {},
): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const [db, now] = [getDb(), databaseNow()];
  const before = await currentUser();
  if (before) await endSession(db, { userId: before.id, sessionId: before.sessionId }, now);
  const userAgent = (await headers()).get("user-agent");
  const claims = await startSession({ db, now }, { userId, userAgent, hasSecondFactor });
  const value = await sealSession(SHOP_SECRET, sessionCookieName(APP_MODE), claims);
  const jar = await cookies();
  for (const cookie of signedInCookies(APP_MODE, value)) jar.set(cookie.name, cookie.value, cookie.options);
  await rememberDevice(email);
}

/** Makes this browser one that the account of the address knows (lib/auth/known-device.ts). */
export async function rememberDevice(email: string): Promise<void> {
  const { APP_MODE, SHOP_SECRET } = getEnv();
  const { name, value, options } = deviceCookie(APP_MODE, sealDevice(SHOP_SECRET, email));
  (await cookies()).set(name, value, options);
}
