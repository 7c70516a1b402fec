"use server";

import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { runAction } from "@/app/_server/run-action";
import { beginSession, knownDevice, rememberDevice } from "@/app/_server/sign-in/begin-session";
import { finishFirstFactor, finishSecondFactor } from "@/app/_server/sign-in/finish-sign-in";
import { startGoogleSignIn } from "@/app/_server/sign-in/google";
import { beginPasskeySession } from "@/app/_server/sign-in/passkeys";
import { requireNotBlocked } from "@/lib/abuse/blocks";
import { argon2Hasher } from "@/lib/auth/passwords";
import { safePath } from "@/lib/auth/safe-path";
import { signUpCookie, signUpCookieName } from "@/lib/auth/session-cookies";
import { databaseNow } from "@/lib/clock";
import { authenticate } from "@/lib/customers/authenticate";
import { renewVerification } from "@/lib/customers/renew-verification";
import { requestReset } from "@/lib/customers/request-reset";
import { resetPassword } from "@/lib/customers/reset-password";
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
} from "@/lib/customers/sign-in-schema";
import { signUp } from "@/lib/customers/sign-up";
import { verifyEmail } from "@/lib/customers/verify-email";
import { getConnection } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { newToken } from "@/lib/ids";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import type { LimitName } from "@/lib/rate-limit/limits";
import type { Result } from "@/lib/result";

type State = Result<null> | null;

const limited = (limit: LimitName, address: string) =>
  consumeRateLimit(getConnection().pool, limit, addressKey(address));

async function accountDeps() {
  const { db, pool } = getConnection();
  return { db, pool, hasher: argon2Hasher, secret: getEnv().SHOP_SECRET, now: databaseNow() };
}

/** Signs in with email and password and goes on to where the visitor was going, or to the second factor. */
export async function signInAction(_previous: State, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", signInSchema, form, async ({ next, ...typed }, { address }) => {
    const device = await knownDevice(typed.email);
    const { userId } = await authenticate(await accountDeps(), { ...typed, address, device });
    return finishFirstFactor(userId, safePath(next));
  });
  if (!result.ok) return result;
  redirect(result.data);
}

/** Takes the code that a sign-in is waiting for, and goes on to where the visitor was going. */
export async function secondFactorAction(_previous: State, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", codeSchema, form, ({ code }, { address }) =>
    finishSecondFactor(code, address),
  );
  if (!result.ok) return result;
  redirect(result.data);
}

/** Signs in with a passkey's answer and goes on to where the visitor was going. */
export async function passkeySignInAction(_previous: State, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", passkeySignInSchema, form, async (input, { address }) => {
    await beginPasskeySession(input.response, address);
    return safePath(input.next);
  });
  if (!result.ok) return result;
  redirect(result.data);
}

/** Asks for an account; the answer is the same for every address. The browser is known again when it follows the link. */
export async function signUpAction(_previous: State, form: FormData): Promise<Result<null>> {
  return runAction("public", signUpSchema, form, async ({ username, ...typed }, { address }) => {
    await limited("signUp", address);
    await requireNotBlocked(getConnection().db, { email: typed.email, network: addressKey(address) });
    const browser = (await signUpBrowser()) ?? newToken();
    await signUp(await accountDeps(), { ...typed, name: username, address, browser });
    const { name, value, options } = signUpCookie(getEnv().APP_MODE, browser);
    (await cookies()).set(name, value, options);
    return null;
  });
}

// What newToken() makes; anything else was not set by us.
const browserShape = /^[\w-]{27}$/;

/** The value of this browser's sign-up cookie; null where it has none. */
async function signUpBrowser(): Promise<string | null> {
  const value = (await cookies()).get(signUpCookieName(getEnv().APP_MODE))?.value ?? "";
  return browserShape.test(value) ? value : null;
}

/** Sends the visitor to Google. */
export async function googleSignInAction(_previous: State, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", googleSignInSchema, form, async ({ next }, { address }) => {
    await limited("googleSignIn", address);
    return startGoogleSignIn(safePath(next));
  });
  if (!result.ok) return result;
  redirect(result.data);
}

/** Follows a verification link, and signs in. */
export async function verifyEmailAction(_previous: State, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", verifyFormSchema, form, async (typed, { address }) => {
    await limited("accountLink", address);
    const input = { ...typed, isNew: typed.isNew === "1", browser: await signUpBrowser() };
    const { userId, email } = await verifyEmail(await accountDeps(), input);
    await beginSession({ userId, email });
    return null;
  });
  if (!result.ok) return result;
  redirect("/dashboard?verified=1");
}

/** Sends a new verification link in place of an expired one. */
export async function renewVerificationAction(_previous: State, form: FormData): Promise<Result<null>> {
  return runAction("public", linkFormSchema, form, async ({ token }, { address }) => {
    await limited("accountLink", address);
    await renewVerification(await accountDeps(), { token, address });
    return null;
  });
}

/** Sends a link for a new password; the answer is the same for every address. */
export async function requestResetAction(_previous: State, form: FormData): Promise<Result<null>> {
  return runAction("public", emailFormSchema, form, async ({ email }, { address }) => {
    await limited("accountLink", address);
    await requestReset(await accountDeps(), { email, address, owner: await knownDevice(email) });
    return null;
  });
}

/** Sets the new password behind a reset link, and has this browser known to the account. */
export async function resetPasswordAction(_previous: State, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", resetFormSchema, form, async (input, { address }) => {
    await limited("accountLink", address);
    const { email } = await resetPassword(await accountDeps(), input);
    await rememberDevice(email);
    return null;
  });
  if (!result.ok) return result;
  redirect("/auth?reset=1");
}
