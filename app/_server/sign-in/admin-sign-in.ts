import "server-only";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { AppError, forbidden, hasCode } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { logSecurity } from "@/lib/people/auth/log-security";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { authenticate } from "@/lib/people/customers/authenticate";
import type { SignedInUser } from "../session";
import { beginSession, followSession, knownDeviceOf } from "./begin-session";
import { type CodeAttempt, checkCode } from "./reauthenticate-user";

/**
 * Begins an administrator's session, which opens the admin pages only after its second factor. A customer's correct
 * password is answered like a wrong one. Errors: unauthorized ('Invalid credentials'),
 * rate_limited, busy.
 */
export async function signInToAdmin(typed: {
  email: string;
  password: string;
  address: string;
}): Promise<void> {
  const { address } = typed;
  const { db, pool } = getConnection();
  const device = await knownDeviceOf(typed.email);
  const deps = { db, pool, hasher: argon2Hasher, secret: getEnv().SHOP_SECRET, now: databaseNow() };
  const account = await authenticate(deps, { ...typed, device }).catch((error: unknown) => {
    throw hasCode(error, "unauthorized") ? refusal() : error;
  });
  const { userId } = account;
  const role = await db.userRole.findFirst({ where: { userId, role: "admin" } });
  if (!role) {
    logSecurity("admin_refused", { userId, address });
    throw refusal();
  }
  await beginSession(account);
}

const refusal = () => new AppError("unauthorized", { userMessage: "Invalid credentials" });

/**
 * Checks a signed-in administrator's code (checkCode). Returns the user with the session's new id, and the result of
 * `check`. Errors: those of checkCode; forbidden.
 */
export async function giveCode<T extends { sessionId: string; version?: number }>(
  { user, address }: { user: SignedInUser; address: string },
  code: string,
  check: (factor: CodeAttempt) => Promise<T>,
): Promise<{ user: SignedInUser; answer: T }> {
  if (!user.roles.includes("admin")) {
    logSecurity("admin_refused", { userId: user.id, address });
    throw forbidden("You don't have admin privileges.");
  }
  const answer = await checkCode({ user, address }, code, check);
  return { user: await followSession(user, answer), answer };
}
