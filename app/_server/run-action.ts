import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { z } from "zod";
import { isDatabaseOutage } from "@/lib/db/errors";
import { AppError, type FieldErrors } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { logger } from "@/lib/logger";
import { addressKey } from "@/lib/rate-limit/address-key";
import type { Result } from "@/lib/result";
import { storable } from "@/lib/storable-text";
import { currentAdmin, currentOwner, currentUser, type SignedInUser, visitorAddress } from "./session";
import { perCaller } from "./shares";
import { typedFields } from "./typed-fields";

/** The user that a handler gets, by the policy that its action names. */
type UserOf = {
  public: SignedInUser | null;
  customer: SignedInUser;
  owner: SignedInUser;
  admin: SignedInUser;
};
export type ActionPolicy = keyof UserOf;

export type ActionContext<Policy extends ActionPolicy = "public"> = {
  /** The client's network address. */
  address: string;
  user: UserOf[Policy];
};

type Handler<Policy extends ActionPolicy, Schema extends z.ZodType, T> = (
  input: z.infer<Schema>,
  context: ActionContext<Policy>,
) => Promise<T>;

type FormAction<T> = (previous: unknown, form: FormData) => Promise<Result<T>>;

/** A server action for `useActionState`, run by `runAction`. */
export function formAction<Policy extends ActionPolicy, Schema extends z.ZodType, T>(
  policy: Policy,
  schema: Schema,
  handler: Handler<Policy, Schema, T>,
): FormAction<T> {
  return (_previous, form) => runAction(policy, schema, form, handler);
}

/** `formAction` that leads to the path that its handler answers. Next throws the redirect, so it comes after `runAction`. */
export function redirectAction<Policy extends ActionPolicy, Schema extends z.ZodType>(
  policy: Policy,
  schema: Schema,
  handler: Handler<Policy, Schema, string>,
): FormAction<never> {
  return async (_previous, form) => {
    const result = await runAction(policy, schema, form, handler);
    if (!result.ok) return result;
    redirect(result.data);
  };
}

/**
 * The one way a server action runs: policy, parse, use case, Result. The policy says who may call it: any visitor
 * (`public`), a signed-in user (`customer`), the same but administrators only with their second factor (`owner`: what
 * changes how an account is opened), or an administrator (`admin`). All others get `unauthorized` or `forbidden`.
 * Expected failures come back as messages, all others as a reference to the log.
 */
export async function runAction<Policy extends ActionPolicy, Schema extends z.ZodType, T>(
  policy: Policy,
  schema: Schema,
  sent: FormData,
  handler: Handler<Policy, Schema, T>,
): Promise<Result<T>> {
  const address = await visitorAddress();
  let release = () => {};
  // An action can be called with any arguments; one that isn't a form counts as an empty form.
  const form = sent instanceof FormData ? sent : new FormData();
  try {
    // Each form takes database connections, and forms of one network queue for the same rate limit rows.
    release = perCaller("forms").acquire(addressKey(address));
    const user = await authorise[policy]();
    const parsed = schema.safeParse(storableFields(form));
    if (!parsed.success) throw new AppError("invalid_input", { fieldErrors: fieldErrorsOf(parsed.error) });
    return { ok: true, data: await handler(parsed.data, { address, user }) };
  } catch (error) {
    return { ok: false, error: { ...publicError(error, policy), ...(await typedBy(form)) } };
  } finally {
    release();
  }
}

/** The form's fields by name, the last of several winning, without the characters that PostgreSQL can't store. */
function storableFields(form: FormData): Record<string, FormDataEntryValue> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? storable(value) : value]),
  );
}

/**
 * What was typed, for a form that the browser posted without JavaScript: the answer is a new page, whose fields would be
 * empty. A form that a script posted still holds its text.
 */
async function typedBy(form: FormData): Promise<{ typed?: Record<string, string> }> {
  const isSentByScript = (await headers()).has("next-action");
  return isSentByScript ? {} : { typed: typedFields(form) };
}

const authorise: { [Policy in ActionPolicy]: () => Promise<UserOf[Policy]> } = {
  public: () => currentUser(),
  customer: async () => {
    const user = await currentUser();
    if (!user)
      throw new AppError("unauthorized", {
        userMessage: "You are signed out. Please sign in and try again.",
      });
    return user;
  },
  owner: () => currentOwner(),
  admin: () => currentAdmin(),
};

function publicError(error: unknown, policy: string): Extract<Result<never>, { ok: false }>["error"] {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.userMessage,
      ...(error.fieldErrors && { fieldErrors: error.fieldErrors }),
    };
  }
  if (isDatabaseOutage(error))
    return { code: "database_unavailable", message: new AppError("database_unavailable").userMessage };
  const reference = newId();
  logger.error({ reference, policy, err: error }, "an action failed");
  return { code: "internal", message: `${new AppError("internal").userMessage} (${reference.slice(-8)})` };
}

function fieldErrorsOf(error: z.ZodError): FieldErrors {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join("."), issue.message]));
}
