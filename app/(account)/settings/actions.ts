"use server";

import { z } from "zod";
import { redirectAction } from "@/app/_server/run-action";
import type { SignedInUser } from "@/app/_server/session";
import { followSession, forgetSession } from "@/app/_server/sign-in/begin-session";
import { reauthenticateUser, reauthenticationDeps } from "@/app/_server/sign-in/reauthenticate-user";
import { settingsAction } from "@/app/(account)/settings/settings-action";
import { getConnection, getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { databaseNow } from "@/lib/base/time/clock";
import {
  changeEmailSchema,
  changeNameSchema,
  changePasswordSchema,
  deleteAccountSchema,
  reauthenticationSchema,
  revokeSessionSchema,
} from "@/lib/people/customers/account-forms";
import { changeName } from "@/lib/people/customers/change-name";
import { changePassword } from "@/lib/people/customers/change-password";
import { disconnectGoogle } from "@/lib/people/customers/disconnect-google";
import { requestEmailChange } from "@/lib/people/customers/email-change";
import { requestReset } from "@/lib/people/customers/reset-password";
import { revokeSession } from "@/lib/people/customers/sessions";
import { signOutEverywhere } from "@/lib/people/customers/sign-out-everywhere";
import { deleteAccount } from "@/lib/people/privacy/delete-account";

export const changeNameAction = settingsAction(changeNameSchema, async ({ name }, { user }) => {
  await changeName(getDb(), { userId: user.id, name });
  return name ? "Your name has been saved." : "Your name has been removed.";
});

export const changeEmailAction = settingsAction(
  changeEmailSchema,
  async ({ email, password }, { user, address }) => {
    const { pool } = getConnection();
    await consumeRateLimit(pool, "accountLink", addressKey(address));
    const deps = { ...(await reauthenticationDeps(user)), pool, secret: getEnv().SHOP_SECRET };
    await requestEmailChange(deps, { ...credentialsOf(user, password), email, address });
    return `Please open the link we sent to ${email}. Until then your current address stays.`;
  },
);

export const changePasswordAction = settingsAction(changePasswordSchema, async (input, { user }) => {
  const { sessionId, roles, email } = user;
  const { newPassword } = input;
  const factor = credentialsOf(user, input.password);
  const isAdmin = roles.includes("admin");
  const change = { ...factor, newPassword, sessionId, email, isAdmin };
  await followSession(user, await changePassword(await reauthenticationDeps(user), change));
  return "Your password has been changed. All other devices have been signed out.";
});

/** Mails a link to set the first password of an account that was created with Google. */
export const sendPasswordLinkAction = settingsAction(z.object({}), async (_input, { user, address }) => {
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "accountLink", user.id);
  const { id: knownAs, email } = user;
  await requestReset({ db, pool, secret: getEnv().SHOP_SECRET }, { email, address, knownAs });
  return `We sent a link to ${user.email}. Open it to set a password.`;
});

export const disconnectGoogleAction = settingsAction(
  reauthenticationSchema,
  async ({ password }, { user }) => {
    await reauthenticateUser(user, password);
    const { id: userId, sessionId } = user;
    const own = await disconnectGoogle(getDb(), { userId, sessionId, now: databaseNow() });
    if (own) await followSession(user, own);
    return "Google has been disconnected, and all other devices have been signed out.";
  },
);

export const revokeSessionAction = settingsAction(revokeSessionSchema, async ({ sessionId }, { user }) => {
  await revokeSession(getDb(), { userId: user.id, sessionId });
  return "The device has been signed out.";
});

export const signOutEverywhereAction = redirectAction(
  "accountHolder",
  z.object({}),
  async (_input, { user }) => {
    await signOutEverywhere(getDb(), user.id);
    await forgetSession();
    return "/auth";
  },
);

export const deleteAccountAction = redirectAction(
  "accountHolder",
  deleteAccountSchema,
  async ({ password }, { user }) => {
    await reauthenticateUser(user, password);
    await deleteAccount(getDb(), user.id);
    await forgetSession();
    return "/account-deleted";
  },
);

function credentialsOf({ id, reauthenticatedAt }: SignedInUser, password: string) {
  return { userId: id, reauthenticatedAt, password };
}
