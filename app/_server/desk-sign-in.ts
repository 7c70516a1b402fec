import "server-only";
import { cookies } from "next/headers";
import { openDevice } from "@/lib/auth/known-device";
import { argon2Hasher } from "@/lib/auth/passwords";
import { proveSecondFactor } from "@/lib/auth/prove-second-factor";
import { deviceCookieName } from "@/lib/auth/session-cookies";
import { databaseNow } from "@/lib/clock";
import { authenticate } from "@/lib/customers/authenticate";
import { turnOnSecondFactor } from "@/lib/customers/second-factor";
import { getConnection, getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { takePoint } from "@/lib/rate-limit/take-point";
import { beginSession } from "./begin-session";
import type { SignedInUser } from "./session";

/**
 * Begins the session of an administrator, which opens nothing of the desk before its second factor. A customer's right
 * password gets the answer of a wrong one. Errors: unauthorized ('Invalid credentials'), rate_limited.
 */
export async function signInToDesk(typed: {
  email: string;
  password: string;
  address: string;
}): Promise<null> {
  const { APP_MODE, SHOP_SECRET: secret } = getEnv();
  const { db, pool } = getConnection();
  const cookie = (await cookies()).get(deviceCookieName(APP_MODE))?.value ?? null;
  const device = openDevice(secret, typed.email, cookie);
  const deps = { db, pool, hasher: argon2Hasher, secret, now: databaseNow() };
  const { userId } = await authenticate(deps, { ...typed, device }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "unauthorized" ? refusal() : error;
  });
  const role = await db.userRole.findFirst({ where: { userId, role: "admin" } });
  if (!role) throw refusal();
  await beginSession({ userId, email: typed.email });
  return null;
}

const refusal = () => new AppError("unauthorized", { userMessage: "Invalid credentials" });

/** What a code is checked against: the signed-in administrator's own account and session. Limited by account. */
async function proofOf(user: SignedInUser, code: string) {
  if (!user.roles.includes("admin")) {
    throw new AppError("forbidden", { userMessage: "You don't have admin privileges." });
  }
  await takePoint(getConnection().pool, "adminProof", user.id);
  const { SHOP_SECRET: shopSecret } = getEnv();
  return { userId: user.id, sessionId: user.sessionId, shopSecret, code, now: databaseNow() };
}

/** Opens the desk to this session. Errors: invalid_input, rate_limited, forbidden. */
export async function openDesk(user: SignedInUser, code: string): Promise<null> {
  await proveSecondFactor(getDb(), await proofOf(user, code));
  return null;
}

/** Finishes the setting up of an authenticator app; answers the recovery codes. Errors as above, and conflict. */
export async function finishSetUp(user: SignedInUser, code: string): Promise<string[]> {
  return turnOnSecondFactor(getDb(), await proofOf(user, code));
}
