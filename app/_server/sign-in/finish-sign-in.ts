import "server-only";
import { cookies } from "next/headers";
import { getConnection, getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { AppError } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import {
  openPendingSignIn,
  pendingSignInSeconds,
  sealPendingSignIn,
} from "@/lib/people/auth/pending-sign-in";
import { safePath } from "@/lib/people/auth/safe-path";
import { spendCode } from "@/lib/people/auth/second-factor-code";
import { pendingCookieName, serverCookie } from "@/lib/people/auth/session-cookies";
import type { Authenticated } from "@/lib/people/auth/session-token";
import { countCode } from "@/lib/people/customers/sign-in-throttle";
import { beginSession, knownDevice, setCookies } from "./begin-session";

/**
 * Continues after the first factor (a password, or Google): signs this browser in or, where the account has a second
 * factor, remembers the pending sign-in. Returns the path to go to. For server actions and routes.
 */
export async function finishFirstFactor(account: Authenticated, next: string): Promise<string> {
  const waiting = await awaitSecondFactor(account, next);
  if (waiting) return waiting;
  await beginSession(account);
  return safePath(next);
}

/** Remembers a pending sign-in where the account has a second factor, and returns the page that asks; else null. */
export async function awaitSecondFactor(
  { userId, version }: Authenticated,
  next: string,
): Promise<string | null> {
  const account = await findAccount(userId);
  if (!account?.totpConfirmedAt) return null;
  const { passwordHash } = account;
  const pending = { userId, next: safePath(next), passwordHash, version };
  await setPending(await sealPendingSignIn(getEnv().SHOP_SECRET, pending));
  return "/auth/second-factor";
}

/** This browser's pending sign-in; null without one, or when it has expired. */
export async function findPendingSignIn() {
  const { SHOP_SECRET, APP_MODE } = getEnv();
  const value = (await cookies()).get(pendingCookieName(APP_MODE))?.value;
  return value ? openPendingSignIn(SHOP_SECRET, value, findAccount) : null;
}

/**
 * Signs the browser in with a code; returns the path it was going to. Errors: unauthorized without a pending sign-in;
 * invalid_input for a wrong code; rate_limited.
 */
export async function finishSecondFactor(code: string, address: string): Promise<string> {
  const pending = await findPendingSignIn();
  if (!pending) {
    throw new AppError("unauthorized", { userMessage: "That took too long. Please sign in again." });
  }
  const account = { userId: pending.account.id, version: pending.account.sessionVersion };
  const { userId } = account;
  const { db, pool } = getConnection();
  const device = await knownDevice(account);
  const factor = { userId, shopSecret: getEnv().SHOP_SECRET, code, now: databaseNow() };
  await countCode({ db, pool }, { ...account, address, device }, () => spendCode(db, factor));
  await beginSession(account, { hasSecondFactor: true });
  await setPending(null);
  return safePath(pending.next);
}

async function setPending(value: string | null): Promise<void> {
  const { APP_MODE } = getEnv();
  await setCookies([serverCookie(APP_MODE, pendingCookieName(APP_MODE), value, pendingSignInSeconds)]);
}

function findAccount(userId: string) {
  return getDb().user.findFirst({
    where: { id: userId, anonymizedAt: null },
    select: { id: true, passwordHash: true, sessionVersion: true, totpConfirmedAt: true },
  });
}
