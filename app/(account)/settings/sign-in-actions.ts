"use server";

import { refresh } from "next/cache";
import { renderSVG } from "uqr";
import { type ActionContext, runAction } from "@/app/_server/run-action";
import type { SignedInUser } from "@/app/_server/session";
import { followSession, knownDevice, rememberDevice } from "@/app/_server/sign-in/begin-session";
import { passkeyShop } from "@/app/_server/sign-in/passkeys";
import { proveOwner } from "@/app/_server/sign-in/prove-owner";
import type { PasskeyOptions } from "@/app/(account)/settings/add-passkey";
import type { SettingsResult } from "@/app/(account)/settings/settings-form";
import type { AppSecret } from "@/components/auth/set-up-second-factor";
import { beginTotp } from "@/lib/auth/enroll-totp";
import { totpUri } from "@/lib/auth/totp";
import { databaseNow } from "@/lib/clock";
import { countCode } from "@/lib/customers/count-code";
import { addPasskey, beginPasskey, removePasskey } from "@/lib/customers/passkeys";
import { replaceRecoveryCodes, turnOffSecondFactor, turnOnSecondFactor } from "@/lib/customers/second-factor";
import {
  addPasskeySchema,
  beginPasskeySchema,
  provenCodeSchema,
  reauthenticationSchema,
  removePasskeySchema,
} from "@/lib/customers/settings-schema";
import { codeSchema } from "@/lib/customers/sign-in-schema";
import { getConnection, getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import type { Result } from "@/lib/result";

type Previous<T> = Result<T> | null;

/** What the browser needs to make a passkey. */
export async function beginPasskeyAction(
  _previous: Previous<PasskeyOptions>,
  form: FormData,
): Promise<Result<PasskeyOptions>> {
  return runAction("owner", beginPasskeySchema, form, async ({ password }, { user }) => {
    await proveOwner(user, password);
    return beginPasskey(getDb(), registrant(user));
  });
}

/** Adds the passkey that the browser has made. Only a session that has just proven itself has a challenge to answer. */
export async function addPasskeyAction(
  _previous: Previous<{ message: string }>,
  form: FormData,
): Promise<SettingsResult> {
  const result = await runAction("owner", addPasskeySchema, form, async (input, { user }) => {
    await addPasskey(getDb(), { ...registrant(user), ...input });
    return { message: `Your passkey "${input.name}" is ready. You can sign in with it from now on.` };
  });
  if (result.ok) refresh();
  return result;
}

export async function removePasskeyAction(
  _previous: Previous<{ message: string }>,
  form: FormData,
): Promise<SettingsResult> {
  const result = await runAction("owner", removePasskeySchema, form, async (input, { user }) => {
    await proveOwner(user, input.password);
    await removePasskey(getDb(), { userId: user.id, passkeyId: input.passkeyId });
    return { message: "The passkey is removed." };
  });
  if (result.ok) refresh();
  return result;
}

/** A new secret for an authenticator app, which is nothing before it is confirmed. */
export async function beginSecondFactorAction(
  _previous: Previous<AppSecret>,
  form: FormData,
): Promise<Result<AppSecret>> {
  return runAction("owner", reauthenticationSchema, form, async ({ password }, { user }) => {
    await proveOwner(user, password);
    const { SHOP_SECRET: shopSecret, SHOP_NAME } = getEnv();
    const secret = await beginTotp(getDb(), { userId: user.id, shopSecret, isNew: true });
    return { secret, qrSvg: renderSVG(totpUri(secret, user.email, SHOP_NAME), { border: 2 }) };
  });
}

/** Turns the second factor on with a first code; answers the recovery codes, which are shown this once. */
export async function turnOnSecondFactorAction(
  _previous: Previous<string[]>,
  form: FormData,
): Promise<Result<string[]>> {
  return runAction("owner", codeSchema, form, async ({ code }, context) => {
    const { sessionId, codes } = await counted(context, code, (factor) =>
      turnOnSecondFactor(getDb(), factor),
    );
    await followSession(context.user, sessionId);
    return codes;
  });
}

export async function turnOffSecondFactorAction(
  _previous: Previous<{ message: string }>,
  form: FormData,
): Promise<SettingsResult> {
  const result = await runAction("owner", provenCodeSchema, form, async ({ password, code }, context) => {
    await proveOwner(context.user, password);
    await counted(context, code, (factor) => turnOffSecondFactor(getDb(), factor));
    return { message: "Two-step sign-in is off." };
  });
  if (result.ok) refresh();
  return result;
}

/** Ten new recovery codes, which are shown this once. */
export async function replaceRecoveryCodesAction(
  _previous: Previous<string[]>,
  form: FormData,
): Promise<Result<string[]>> {
  return runAction("owner", provenCodeSchema, form, async ({ password, code }, context) => {
    await proveOwner(context.user, password);
    return counted(context, code, (factor) => replaceRecoveryCodes(getDb(), factor));
  });
}

function registrant({ id, sessionId }: SignedInUser) {
  return { shop: passkeyShop(), userId: id, sessionId, now: databaseNow() };
}

type CodeAttempt = { userId: string; sessionId: string; shopSecret: string; code: string; now: Date };

/** Checks a code of the account's app; wrong ones are counted as at the sign-in (countCode). */
async function counted<T>(
  { user, address }: ActionContext<"owner">,
  code: string,
  check: (factor: CodeAttempt) => Promise<T>,
): Promise<T> {
  const { id: userId, sessionId } = user;
  const device = await knownDevice(user.email, "second_factor");
  const factor = { userId, sessionId, shopSecret: getEnv().SHOP_SECRET, code, now: databaseNow() };
  const checked = await countCode(getConnection().pool, { userId, address, device }, () => check(factor));
  await rememberDevice(user.email, "second_factor");
  return checked;
}
