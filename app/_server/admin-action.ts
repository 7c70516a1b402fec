import "server-only";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { AdminAction } from "@/components/admin/action-form";
import { argon2Hasher } from "@/lib/auth/passwords";
import { isReauthenticationFresh, reauthenticateByCode } from "@/lib/auth/reauthenticate-by-code";
import { databaseNow } from "@/lib/clock";
import { reauthenticate } from "@/lib/customers/reauthenticate";
import { getDb } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { runAction } from "./run-action";
import type { SignedInUser } from "./session";
import { giveCode } from "./sign-in/admin-sign-in";

/** Answers what has happened, in a message for the administrator. */
type Handler<Schema extends z.ZodType> = (
  input: z.infer<Schema>,
  actor: SignedInUser,
  address: string,
) => Promise<string>;

/** A server action of the admin pages. After a success the page is refreshed, or left for `nextPath`. */
export function adminAction<Schema extends z.ZodType>(
  schema: Schema,
  handler: Handler<Schema>,
  nextPath?: string,
): AdminAction {
  return async (_previous, form) => {
    const result = await runAction("admin", schema, form, async (input, { user, address }) => ({
      message: await handler(input, user, address),
    }));
    if (result.ok && nextPath) redirect(nextPath);
    if (result.ok) refresh();
    return result;
  };
}

/**
 * `adminAction` for what moves money or opens accounts: an administrator whose last factor is older than 15 minutes gets
 * `reauthentication_needed`, and sends the same form again with `password` and `code` in it.
 */
export function freshAdminAction<Schema extends z.ZodType>(
  schema: Schema,
  handler: Handler<Schema>,
  nextPath?: string,
): AdminAction {
  return (previous, form) => {
    const fresh: Handler<Schema> = async (input, user, address) => {
      const isFresh = isReauthenticationFresh(user.reauthenticatedAt, databaseNow());
      return handler(input, isFresh ? user : await reauthenticateAgain({ user, address }, form), address);
    };
    return adminAction(schema, fresh, nextPath)(previous, form);
  };
}

const reauthenticationSchema = z.object({
  password: z.string().max(1_024).default(""),
  code: z.string().trim().max(32).default(""),
});

/** The administrator with the session's new id, once password and code are right. */
async function reauthenticateAgain(
  context: { user: SignedInUser; address: string },
  form: FormData,
): Promise<SignedInUser> {
  const { password, code } = reauthenticationSchema.parse(Object.fromEntries(form));
  if (password === "" || code === "") throw new AppError("reauthentication_needed");
  const { user } = await giveCode(context, code, async (factor) => {
    const { id: userId, reauthenticatedAt } = context.user;
    const [db, { now }] = [getDb(), factor];
    await reauthenticate({ db, hasher: argon2Hasher, now }, { userId, password, reauthenticatedAt });
    return { sessionId: await reauthenticateByCode(db, factor) };
  });
  return user;
}
