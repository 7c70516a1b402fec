import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import type { z } from "zod";
import { isDatabaseOutage } from "@/lib/base/db/errors";
import { AppError, type FieldErrors } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { logger } from "@/lib/base/logger";
import type { PublicError, Result } from "@/lib/base/result";
import { storable } from "@/lib/base/text/storable-text";
import type { Permission } from "@/lib/people/auth/roles";
import { publicErrorOf } from "./error-response";
import {
  currentAccountHolder,
  currentAdmin,
  currentCustomer,
  currentUser,
  type SignedInUser,
  visitorAddress,
} from "./session";

/** Who may call an action: a kind of visitor, or the administrators whose role includes a permission. */
type ActionPolicy = "public" | "customer" | "accountHolder" | Permission;
type UserOf<Policy extends ActionPolicy> = Policy extends "public" ? SignedInUser | null : SignedInUser;

export type ActionContext<Policy extends ActionPolicy = "public"> = {
  /** The client's network address. */
  address: string;
  user: UserOf<Policy>;
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

/**
 * A form action that redirects to the path from its handler. Next throws the redirect, so it comes after `runAction`.
 */
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
 * The one way a server action runs: policy, parse, use case, Result. Policies: `public` (all visitors), `customer`
 * (signed in), `accountHolder` (the same, but an administrator needs the second factor: for changes to an account's
 * ways to sign in), or a permission of an administrator's role. Other callers get `unauthorized` or `forbidden`, and
 * the handler does not run. Expected failures become messages; any other becomes a reference to the log.
 */
export async function runAction<Policy extends ActionPolicy, Schema extends z.ZodType, T>(
  policy: Policy,
  schema: Schema,
  sent: FormData,
  handler: Handler<Policy, Schema, T>,
): Promise<Result<T>> {
  const address = await visitorAddress();
  // An action can be called with any arguments: anything but a form counts as an empty one.
  const form = sent instanceof FormData ? sent : new FormData();
  try {
    const user = (await authorise(policy)) as UserOf<Policy>;
    const parsed = schema.safeParse(storableFields(form));
    if (!parsed.success) throw new AppError("invalid_input", { fieldErrors: fieldErrorsOf(parsed.error) });
    return { ok: true, data: await handler(parsed.data, { address, user }) };
  } catch (error) {
    return { ok: false, error: { ...publicError(error, policy), ...(await typedBy(form)) } };
  }
}

/** The form's fields by name (the last one wins), without characters that PostgreSQL can't store. */
function storableFields(form: FormData): Record<string, FormDataEntryValue> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? storable(value) : value]),
  );
}

/**
 * The typed values for the answer to a form that the browser posted itself (without JavaScript, or before it loaded):
 * the browser shows a new page, whose fields would otherwise be empty. A form sent by the page's script keeps its
 * fields.
 */
async function typedBy(form: FormData): Promise<{ typed?: Record<string, string> }> {
  const isSentByScript = (await headers()).has("next-action");
  return isSentByScript ? {} : { typed: typedFields(form) };
}

function authorise(policy: ActionPolicy): Promise<SignedInUser | null> {
  if (policy === "public") return currentUser();
  if (policy === "customer") return currentCustomer();
  return policy === "accountHolder" ? currentAccountHolder() : currentAdmin(policy);
}

function publicError(error: unknown, policy: string): PublicError {
  if (error instanceof AppError) return publicErrorOf(error);
  if (isDatabaseOutage(error)) return publicErrorOf(new AppError("database_unavailable"));
  const reference = newId();
  logger.error({ reference, policy, err: error }, "an action failed");
  return { code: "internal", message: `${new AppError("internal").userMessage} (${reference.slice(-8)})` };
}

function fieldErrorsOf(error: z.ZodError): FieldErrors {
  return Object.fromEntries(error.issues.map((issue) => [issue.path.join("."), issue.message]));
}

/** Fields a visitor would have to type again. Never a password, a code or a token. */
const typedFieldNames = [
  "email",
  "message",
  "name",
  "order",
  "orderId",
  "orderReference",
  "platform",
  "stars",
  "username",
] as const;

/** The texts typed into a form, by field, without secrets. */
export function typedFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    typedFieldNames.flatMap((name) => {
      const text = form.get(name);
      return typeof text === "string" && text !== "" ? [[name, text]] : [];
    }),
  );
}
