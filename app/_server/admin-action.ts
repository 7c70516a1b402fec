import "server-only";
import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { AdminAction } from "@/components/admin/action-form";
import { getDb } from "@/lib/base/db/client";
import { AppError } from "@/lib/base/errors";
import { databaseNow } from "@/lib/base/time/clock";
import { argon2Hasher } from "@/lib/people/auth/passwords";
import type { Permission } from "@/lib/people/auth/roles";
import { isReauthenticationFresh, reauthenticateByCode } from "@/lib/people/auth/second-factor-code";
import { reauthenticate } from "@/lib/people/customers/reauthenticate";
import { runAction } from "./run-action";
import type { SignedInUser } from "./session";
import { giveCode } from "./sign-in/admin-sign-in";

/** Returns a message for the administrator about what has happened, or the page to open instead. */
type Handler<Schema extends z.ZodType> = (
  input: z.infer<Schema>,
  actor: SignedInUser,
  address: string,
) => Promise<string | { nextPath: string }>;

const permissionsByAction = new WeakMap<AdminAction, Permission>();

/**
 * The permission that an action requires. Pages leave out what their visitor may not do
 * (app/admin/allowed-action.tsx).
 */
export function permissionOf(action: AdminAction): Permission {
  const permission = permissionsByAction.get(action);
  if (!permission) throw new AppError("internal", { detail: "an action without a permission" });
  return permission;
}

/**
 * A server action of the admin pages, for administrators whose role includes the permission. After a success the page is
 * refreshed, or left for the handler's `nextPath`.
 */
export function adminAction<Schema extends z.ZodType>(
  permission: Permission,
  schema: Schema,
  handler: Handler<Schema>,
): AdminAction {
  return makeAction(permission, schema, () => handler);
}

/**
 * `adminAction` for actions that move money or give access to accounts: an administrator who last re-authenticated more
 * than 15 minutes ago gets `reauthentication_needed`, and sends the same form again with `password` and `code` in it.
 */
export function freshAdminAction<Schema extends z.ZodType>(
  permission: Permission,
  schema: Schema,
  handler: Handler<Schema>,
): AdminAction {
  return makeAction(permission, schema, (form) => async (input, user, address) => {
    const isFresh = isReauthenticationFresh(user.reauthenticatedAt, databaseNow());
    return handler(input, isFresh ? user : await reauthenticateAgain({ user, address }, form), address);
  });
}

function makeAction<Schema extends z.ZodType>(
  permission: Permission,
  schema: Schema,
  handlerFor: (form: FormData) => Handler<Schema>,
): AdminAction {
  const action: AdminAction = async (_previous, form) => {
    const result = await runAction(permission, schema, form, (input, { user, address }) =>
      handlerFor(form)(input, user, address),
    );
    if (!result.ok) return result;
    if (typeof result.data !== "string") redirect(result.data.nextPath);
    refresh();
    return { ok: true, data: { message: result.data } };
  };
  permissionsByAction.set(action, permission);
  return action;
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
    const db = getDb();
    const { id: userId, reauthenticatedAt } = context.user;
    const deps = { db, hasher: argon2Hasher, now: factor.now };
    await reauthenticate(deps, { userId, password, reauthenticatedAt });
    return { sessionId: await reauthenticateByCode(db, factor) };
  });
  return user;
}
