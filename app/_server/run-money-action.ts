import "server-only";
import { z } from "zod";
import { argon2Hasher } from "@/lib/auth/passwords";
import { isReauthenticationFresh, proveSecondFactor } from "@/lib/auth/prove-second-factor";
import { databaseNow } from "@/lib/clock";
import { reauthenticate } from "@/lib/customers/reauthenticate";
import { getDb } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { Result } from "@/lib/result";
import { type ActionContext, runAction } from "./run-action";
import type { SignedInUser } from "./session";
import { giveCode } from "./sign-in/admin-sign-in";

const reauthenticationSchema = z.object({
  password: z.string().max(1_024).default(""),
  code: z.string().trim().max(32).default(""),
});

/**
 * `runAction` for actions that move money or open accounts: an administrator who last re-authenticated over 15 minutes
 * ago gets `reauthentication_needed`, and sends the same form again with `password` and `code`.
 */
export async function runMoneyAction<Schema extends z.ZodType, T>(
  schema: Schema,
  form: FormData,
  handler: (input: z.infer<Schema>, context: ActionContext<"admin">) => Promise<T>,
): Promise<Result<T>> {
  return runAction("admin", schema, form, async (input, context) => {
    if (isReauthenticationFresh(context.user.provenAt, databaseNow())) return handler(input, context);
    return handler(input, { ...context, user: await proveAgain(context, form) });
  });
}

/** The administrator with the session's new id. Errors: as of giveCode and reauthenticate. */
async function proveAgain(context: ActionContext<"admin">, form: FormData): Promise<SignedInUser> {
  const { password, code } = reauthenticationSchema.parse(Object.fromEntries(form));
  if (password === "" || code === "") throw new AppError("reauthentication_needed");
  const { user } = await giveCode(context, code, async (factor) => {
    const { id: userId, provenAt } = context.user;
    const [db, { now }] = [getDb(), factor];
    await reauthenticate({ db, hasher: argon2Hasher, now }, { userId, password, provenAt });
    return { sessionId: await proveSecondFactor(db, factor) };
  });
  return user;
}
