import "server-only";
import { headers } from "next/headers";
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

/** Who a handler may count on, by the policy that its action names. */
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

/**
 * The one way a server action runs: policy, parse, use case, Result. The action names who may call it: everybody
 * (`public`), whoever is signed in (`customer`), the same but for an administrator's account only with its second factor
 * (`owner`: what changes how an account is opened), or an administrator (`admin`); anybody else gets `unauthorized` or
 * `forbidden`, and the handler does not run. A form that does not parse and a failure that is expected come back as
 * messages, anything else as a reference to the log.
 * Redirects happen outside, after a Result: they are thrown, and must not be caught here.
 */
export async function runAction<Policy extends ActionPolicy, Schema extends z.ZodType, T>(
  policy: Policy,
  schema: Schema,
  sent: FormData,
  handler: (input: z.infer<Schema>, context: ActionContext<Policy>) => Promise<T>,
): Promise<Result<T>> {
  const address = await visitorAddress();
  let release = () => {};
  // Anybody may call an action with any arguments: what is no form has no fields.
  const form = sent instanceof FormData ? sent : new FormData();
  try {
    // Each form takes database connections; those of one network wait for one another in its limits' rows.
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

/** The form's fields by name; the last of several counts. What PostgreSQL can't hold is taken out of each text. */
function storableFields(form: FormData): Record<string, FormDataEntryValue> {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === "string" ? storable(value) : value]),
  );
}

/**
 * A form that the browser posted by itself (without JavaScript, or before it was there) is answered with a new page,
 * which would come up empty; where the page's own script has sent it, its fields still hold what was typed.
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
