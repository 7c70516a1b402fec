import "server-only";
import { cookies } from "next/headers";
import { signedOutCookies } from "@/lib/auth/session-cookies";
import { getEnv } from "@/lib/env";

/** Takes the session's cookies out of this browser, with the answer of a server action. */
export async function forgetSession(): Promise<void> {
  const jar = await cookies();
  for (const { name, value, options } of signedOutCookies(getEnv().APP_MODE)) jar.set(name, value, options);
}
