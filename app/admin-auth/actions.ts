"use server";

import { redirect } from "next/navigation";
import { runAction } from "@/app/_server/run-action";
import { finishSetUp, openAdmin, signInToAdmin } from "@/app/_server/sign-in/admin-sign-in";
import { codeSchema, signInSchema } from "@/lib/customers/sign-in-schema";
import type { Result } from "@/lib/result";

/** Email and password of an administrator; the second factor comes next. */
export async function adminSignInAction(_state: Result<null> | null, form: FormData): Promise<Result<null>> {
  const result = await runAction("public", signInSchema, form, ({ email, password }, { address }) =>
    signInToAdmin({ email, password, address }),
  );
  if (result.ok) redirect("/admin-auth");
  return result;
}

/** The code of an administrator whose second factor is set up; leads to the admin pages. */
export async function openAdminAction(_state: Result<null> | null, form: FormData): Promise<Result<null>> {
  const result = await runAction("customer", codeSchema, form, ({ code }, context) =>
    openAdmin(context, code),
  );
  if (result.ok) redirect("/admin");
  return result;
}

/** The first code of a new authenticator app; answers the recovery codes, which are shown this once. */
export async function finishSetUpAction(
  _state: Result<string[]> | null,
  form: FormData,
): Promise<Result<string[]>> {
  return runAction("customer", codeSchema, form, ({ code }, context) => finishSetUp(context, code));
}
