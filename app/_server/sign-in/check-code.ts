import "server-only";
import { databaseNow } from "@/lib/clock";
import { countCode } from "@/lib/customers/sign-in-throttle";
import { getConnection } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import type { SignedInUser } from "../session";
import { knownDevice, rememberDevice } from "./begin-session";

/** What a use case needs to check a code. */
export type CodeAttempt = { userId: string; sessionId: string; shopSecret: string; code: string; now: Date };

/**
 * Checks a code of the signed-in account; wrong ones count as at sign-in (countCode). The browser counts as known for
 * the second factor from now on. Errors: those of `check`; rate_limited.
 */
export async function checkCode<T>(
  { user, address }: { user: SignedInUser; address: string },
  code: string,
  check: (factor: CodeAttempt) => Promise<T>,
): Promise<T> {
  const { id: userId, sessionId, email } = user;
  const device = await knownDevice(email, "second_factor");
  const factor = { userId, sessionId, shopSecret: getEnv().SHOP_SECRET, code, now: databaseNow() };
  const checked = await countCode(getConnection().pool, { userId, address, device }, () => check(factor));
  await rememberDevice(email, "second_factor");
  return checked;
}
