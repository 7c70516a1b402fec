import "server-only";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { databaseNow } from "@/lib/base/time/clock";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { reauthenticate } from "@/lib/people/customers/reauthenticate";
import { countCode } from "@/lib/people/customers/sign-in-throttle";
import type { SignedInUser } from "../session";
import { knownDevice, rememberDevice } from "./begin-session";

/** The dependencies of a re-authentication by the user's password; each call counts against its rate limit. */
export async function reauthenticationDeps({ id }: SignedInUser) {
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "reauthentication", id);
  return { db, hasher: argon2Hasher, now: databaseNow() };
}

/**
 * Re-authenticates the user before a change of how the account is opened. Errors: those of reauthenticate;
 * rate_limited.
 */
export async function reauthenticateUser(user: SignedInUser, password: string): Promise<void> {
  const { id: userId, reauthenticatedAt } = user;
  await reauthenticate(await reauthenticationDeps(user), { userId, reauthenticatedAt, password });
}

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
  const { id: userId, sessionId, sessionVersion: version } = user;
  const device = await knownDevice({ userId, version });
  const factor = { userId, sessionId, shopSecret: getEnv().SHOP_SECRET, code, now: databaseNow() };
  const checked = await countCode(getConnection(), { userId, version, address, device }, () => check(factor));
  await rememberDevice({ userId, version }, "second_factor");
  return checked;
}
