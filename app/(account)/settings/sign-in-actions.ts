"use server";

import { formAction } from "@/app/_server/run-action";
import type { SignedInUser } from "@/app/_server/session";
import { beginAuthenticator } from "@/app/_server/sign-in/begin-authenticator";
import { followSession } from "@/app/_server/sign-in/begin-session";
import { passkeyShop } from "@/app/_server/sign-in/passkeys";
import { checkCode, reauthenticateUser } from "@/app/_server/sign-in/reauthenticate-user";
import { settingsAction } from "@/app/(account)/settings/settings-action";
import { getDb } from "@/lib/base/db/client";
import { databaseNow } from "@/lib/base/time/clock";
import {
  addPasskeySchema,
  beginPasskeySchema,
  codeSchema,
  passwordAndCodeSchema,
  reauthenticationSchema,
  removePasskeySchema,
} from "@/lib/people/customers/account-forms";
import { getAccount } from "@/lib/people/customers/find-customers";
import { addPasskey, beginPasskey, removePasskey } from "@/lib/people/customers/passkeys";
import {
  replaceRecoveryCodes,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from "@/lib/people/customers/second-factor";

export const beginPasskeyAction = formAction("accountHolder", beginPasskeySchema, async (input, context) => {
  const { user } = context;
  await reauthenticateUser(user, input.password);
  const { hasSecondFactor } = await getAccount(getDb(), user.id);
  if (!hasSecondFactor) return beginPasskey(getDb(), await registrant(user));
  return checkCode(context, input.code ?? "", async (factor) =>
    beginPasskey(getDb(), { ...(await registrant(user)), factor }),
  );
});

/** Adds the passkey that the browser has created. Only a re-authenticated session has a challenge for it. */
export const addPasskeyAction = settingsAction(addPasskeySchema, async (input, { user }) => {
  await addPasskey(getDb(), { ...(await registrant(user)), ...input });
  return `Your passkey "${input.name}" is ready. You can sign in with it from now on.`;
});

export const removePasskeyAction = settingsAction(removePasskeySchema, async (input, { user }) => {
  const { id: userId, sessionId } = user;
  await reauthenticateUser(user, input.password);
  const removal = { userId, sessionId, passkeyId: input.passkeyId, now: databaseNow() };
  await followSession(user, await removePasskey(getDb(), removal));
  return "The passkey has been removed, and all other devices have been signed out.";
});

/** A new secret for an authenticator app, unused until it is confirmed. */
export const beginSecondFactorAction = formAction(
  "accountHolder",
  reauthenticationSchema,
  async ({ password }, { user }) => {
    await reauthenticateUser(user, password);
    return beginAuthenticator(user, { isNew: true });
  },
);

/** Turns the second factor on with a first code; returns the recovery codes, which are shown only once. */
export const turnOnSecondFactorAction = formAction("accountHolder", codeSchema, async ({ code }, context) => {
  const { codes, ...own } = await checkCode(context, code, (factor) => turnOnSecondFactor(getDb(), factor));
  await followSession(context.user, own);
  return codes;
});

export const turnOffSecondFactorAction = settingsAction(
  passwordAndCodeSchema,
  async ({ password, code }, context) => {
    await reauthenticateUser(context.user, password);
    await checkCode(context, code, (factor) => turnOffSecondFactor(getDb(), factor));
    return "Two-step sign-in is off.";
  },
);

/** Ten new recovery codes, which are shown only once. */
export const replaceRecoveryCodesAction = formAction(
  "accountHolder",
  passwordAndCodeSchema,
  async ({ password, code }, context) => {
    await reauthenticateUser(context.user, password);
    return checkCode(context, code, (factor) => replaceRecoveryCodes(getDb(), factor));
  },
);

async function registrant({ id, sessionId }: SignedInUser) {
  return { shop: await passkeyShop(), userId: id, sessionId, now: databaseNow() };
}
