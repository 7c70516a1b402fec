"use server";

import { formAction, redirectAction } from "@/app/_server/run-action";
import { giveCode, signInToAdmin } from "@/app/_server/sign-in/admin-sign-in";
import { getDb } from "@/lib/base/db/client";
import { adminPath, adminSignInPath } from "@/lib/people/auth/safe-path";
import { giveSecondFactor } from "@/lib/people/auth/second-factor-code";
import { adminCodeSchema, codeSchema, signInSchema } from "@/lib/people/customers/account-forms";
import { turnOnSecondFactor } from "@/lib/people/customers/second-factor";

/** An administrator's email and password; the second factor comes next, then the page that was asked for. */
export const adminSignInAction = redirectAction("public", signInSchema, async (typed, { address }) => {
  await signInToAdmin({ email: typed.email, password: typed.password, address });
  return adminSignInPath(typed.next);
});

/**
 * The code of an administrator whose second factor is set up; leads to the admin page that was asked for. A session that
 * has given it is only redirected.
 */
export const openAdminAction = redirectAction(
  "customer",
  adminCodeSchema,
  async ({ code, next }, context) => {
    if (context.user.secondFactorAt) return adminPath(next);
    await giveCode(context, code, async (factor) => ({
      sessionId: await giveSecondFactor(getDb(), factor),
    }));
    return adminPath(next);
  },
);

/** The first code of a new authenticator app; returns the recovery codes, which are shown only once. */
export const finishSetUpAction = formAction("customer", codeSchema, async ({ code }, context) => {
  const { answer } = await giveCode(context, code, (factor) => turnOnSecondFactor(getDb(), factor));
  return answer.codes;
});
