"use server";

import { cookies } from "next/headers";
import { formAction, redirectAction } from "@/app/_server/run-action";
import { beginSession, knownDeviceOf, rememberDevice, setCookies } from "@/app/_server/sign-in/begin-session";
import { finishFirstFactor, finishSecondFactor } from "@/app/_server/sign-in/finish-sign-in";
import { startGoogleSignIn } from "@/app/_server/sign-in/google";
import { beginPasskeySession } from "@/app/_server/sign-in/passkeys";
import { getConnection } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { newToken } from "@/lib/base/ids";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import type { LimitName } from "@/lib/base/rate-limit/limits";
import { databaseNow } from "@/lib/base/time/clock";
import { requireNotBlocked } from "@/lib/people/abuse/blocks";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import { safePath } from "@/lib/people/auth/safe-path";
import { signUpCookie, signUpCookieName } from "@/lib/people/auth/session-cookies";
import {
  codeSchema,
  emailFormSchema,
  googleSignInSchema,
  linkFormSchema,
  passkeySignInSchema,
  resetFormSchema,
  signInSchema,
  signUpSchema,
  verifyFormSchema,
} from "@/lib/people/customers/account-forms";
import { authenticate } from "@/lib/people/customers/authenticate";
import { renewVerification } from "@/lib/people/customers/renew-verification";
import { requestReset, resetPassword } from "@/lib/people/customers/reset-password";
import { signUp } from "@/lib/people/customers/sign-up";
import { verifyEmail } from "@/lib/people/customers/verify-email";

const limited = (limit: LimitName, address: string) =>
  consumeRateLimit(getConnection().pool, limit, addressKey(address));

function accountDeps() {
  const { db, pool } = getConnection();
  return { db, pool, hasher: argon2Hasher, secret: getEnv().SHOP_SECRET, now: databaseNow() };
}

/** Signs in with email and password, then continues to `next` or the second factor. */
export const signInAction = redirectAction(
  "public",
  signInSchema,
  async ({ next, ...typed }, { address }) => {
    const device = await knownDeviceOf(typed.email);
    const hasSignedUp = (await signUpBrowser()) !== null;
    const account = await authenticate(accountDeps(), { ...typed, address, device, hasSignedUp });
    return finishFirstFactor(account, safePath(next));
  },
);

/** Checks the second factor of a sign-in, then continues to `next`. */
export const secondFactorAction = redirectAction("public", codeSchema, ({ code }, { address }) =>
  finishSecondFactor(code, address),
);

/** Signs in with a passkey, then continues to `next`. */
export const passkeySignInAction = redirectAction(
  "public",
  passkeySignInSchema,
  async (input, { address }) => {
    await beginPasskeySession(input.response, address);
    return safePath(input.next);
  },
);

/**
 * Requests an account; the answer is the same for every address. A cookie lets this browser follow the link without
 * the password. Errors: rate_limited; blocked.
 */
export const signUpAction = formAction(
  "public",
  signUpSchema,
  async ({ username, ...typed }, { address }) => {
    await limited("signUp", address);
    await requireNotBlocked(getConnection().db, { email: typed.email, network: addressKey(address) });
    const browser = (await signUpBrowser()) ?? newToken();
    await signUp(accountDeps(), { ...typed, name: username, address, browser });
    await setCookies([signUpCookie(getEnv().APP_MODE, browser)]);
    return null;
  },
);

// The shape of newToken(); any other value was not set by the shop.
const browserShape = /^[\w-]{27}$/;

async function signUpBrowser(): Promise<string | null> {
  const value = (await cookies()).get(signUpCookieName(getEnv().APP_MODE))?.value ?? "";
  return browserShape.test(value) ? value : null;
}

export const googleSignInAction = redirectAction(
  "public",
  googleSignInSchema,
  async ({ next }, { address }) => {
    await limited("googleSignIn", address);
    return startGoogleSignIn(safePath(next));
  },
);

/** Verifies the address of a verification link and signs in. */
export const verifyEmailAction = redirectAction("public", verifyFormSchema, async (typed, { address }) => {
  await limited("accountLink", address);
  const input = { ...typed, isNew: typed.isNew === "1", browser: await signUpBrowser() };
  await beginSession(await verifyEmail(accountDeps(), input));
  return "/dashboard?verified=1";
});

/** Sends a new verification link in place of an expired one. */
export const renewVerificationAction = formAction(
  "public",
  linkFormSchema,
  async ({ token }, { address }) => {
    await limited("accountLink", address);
    await renewVerification(accountDeps(), { token, address });
    return null;
  },
);

/** Sends a password reset link; the answer is the same for every address. */
export const requestResetAction = formAction("public", emailFormSchema, async ({ email }, { address }) => {
  await limited("accountLink", address);
  await requestReset(accountDeps(), { email, address, knownAs: await knownDeviceOf(email) });
  return null;
});

/** Sets a new password through a reset link, and marks this browser as known to the account. */
export const resetPasswordAction = redirectAction("public", resetFormSchema, async (input, { address }) => {
  await limited("accountLink", address);
  await rememberDevice(await resetPassword(accountDeps(), input), "password");
  return "/auth?reset=1";
});
