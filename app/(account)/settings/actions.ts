"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import type { SignedInUser } from "@/app/_server/session";
import { followSession, forgetSession } from "@/app/_server/sign-in/begin-session";
import type { SettingsResult } from "@/app/(account)/settings/settings-form";
import { argon2Hasher } from "@/lib/auth/passwords";
import { databaseNow } from "@/lib/clock";
import { changeName } from "@/lib/customers/change-name";
import { changePassword } from "@/lib/customers/change-password";
import { deleteAccount } from "@/lib/customers/delete-account";
import { disconnectGoogle } from "@/lib/customers/disconnect-google";
import { reauthenticate } from "@/lib/customers/reauthenticate";
import { requestEmailChange } from "@/lib/customers/request-email-change";
import { requestReset } from "@/lib/customers/request-reset";
import { revokeSession } from "@/lib/customers/revoke-session";
import {
  changeEmailSchema,
  changeNameSchema,
  changePasswordSchema,
  deleteAccountSchema,
  reauthenticationSchema,
  revokeSessionSchema,
} from "@/lib/customers/settings-schema";
import { signOutEverywhere } from "@/lib/customers/sign-out-everywhere";
import { getConnection, getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { addressKey } from "@/lib/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";

type Previous = SettingsResult | null;

export async function changeNameAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  const result = await runAction("owner", changeNameSchema, form, async ({ name }, { user }) => {
    await changeName(getDb(), { userId: user.id, name });
    return { message: name ? "Your name is saved." : "Your name is removed." };
  });
  if (result.ok) refresh();
  return result;
}

export async function changeEmailAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  return runAction("owner", changeEmailSchema, form, async ({ email, password }, { user, address }) => {
    const { pool } = getConnection();
    await consumeRateLimit(pool, "accountLink", addressKey(address));
    const deps = { ...(await reauthenticationDeps(user)), pool, secret: getEnv().SHOP_SECRET };
    await requestEmailChange(deps, { ...credentialsOf(user, password), email, address });
    return { message: `Please open the link we sent to ${email}. Until then your address stays as it is.` };
  });
}

export async function changePasswordAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  const result = await runAction("owner", changePasswordSchema, form, async (input, { user }) => {
    const { sessionId, roles, email } = user;
    const { newPassword } = input;
    const factor = credentialsOf(user, input.password);
    const isAdmin = roles.includes("admin");
    const change = { ...factor, newPassword, sessionId, email, isAdmin };
    await followSession(user, await changePassword(await reauthenticationDeps(user), change));
    return { message: "Your password is changed. All other devices are signed out." };
  });
  if (result.ok) refresh();
  return result;
}

/** The first password of an account that was opened with Google comes by mail, to the address that proved itself. */
export async function sendPasswordLinkAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  return runAction("owner", z.object({}), form, async (_input, { user, address }) => {
    const { db, pool } = getConnection();
    await consumeRateLimit(pool, "accountLink", user.id);
    const { id: owner, email } = user;
    await requestReset({ db, pool, secret: getEnv().SHOP_SECRET }, { email, address, owner });
    return { message: `We sent a link to ${user.email}. Open it to set a password.` };
  });
}

export async function disconnectGoogleAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  const result = await runAction("owner", reauthenticationSchema, form, async ({ password }, { user }) => {
    await reauthenticate(await reauthenticationDeps(user), credentialsOf(user, password));
    await disconnectGoogle(getDb(), user.id);
    return { message: "Google is disconnected." };
  });
  if (result.ok) refresh();
  return result;
}

export async function revokeSessionAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  const result = await runAction("owner", revokeSessionSchema, form, async ({ sessionId }, { user }) => {
    await revokeSession(getDb(), { userId: user.id, sessionId });
    return { message: "The device is signed out." };
  });
  if (result.ok) refresh();
  return result;
}

export async function signOutEverywhereAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  const result = await runAction("owner", z.object({}), form, async (_input, { user }) => {
    await signOutEverywhere(getDb(), user.id);
    await forgetSession();
  });
  if (!result.ok) return result;
  redirect("/auth");
}

export async function deleteAccountAction(_previous: Previous, form: FormData): Promise<SettingsResult> {
  const result = await runAction("owner", deleteAccountSchema, form, async ({ password }, { user }) => {
    await reauthenticate(await reauthenticationDeps(user), credentialsOf(user, password));
    await deleteAccount(getDb(), user.id);
    await forgetSession();
  });
  if (!result.ok) return result;
  redirect("/account-deleted");
}

/** What proving the account takes; each try costs the account a point. */
async function reauthenticationDeps(user: SignedInUser) {
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "reauthentication", user.id);
  return { db, hasher: argon2Hasher, now: databaseNow() };
}

function credentialsOf({ id, provenAt }: SignedInUser, password: string) {
  return { userId: id, provenAt, password };
}
