import { z } from "zod";
import { ApiError } from "./api-error";
import { type FormTree, toList } from "./form";

/** Text that is not empty: Stripe treats an empty value as unsetting the parameter. */
export const text = (max = 5000) =>
  z
    .string()
    .min(1)
    .max(max, { error: `Invalid string: must be at most ${max} characters` });

/** A whole number, as the form carries it. */
export const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), {
    error: (issue) => `Invalid integer: ${String(issue.input)}`,
    params: { code: "parameter_invalid_integer" },
  })
  .transform(Number);

/** `name[0]=…&name[1]=…` */
export const list = <T extends z.ZodType>(item: T) => z.preprocess(toList, z.array(item));

/** At most 50 keys of 40 characters with values of 500 (https://docs.stripe.com/metadata). */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((pairs) => Object.keys(pairs).length <= 50, { error: "Metadata may have at most 50 keys" });

const webUrl = z.url({ protocol: /^https?$/ });

/** An absolute http or https address, which may contain the placeholder of the session's id. */
export const webAddress = text().refine((value) => webUrl.safeParse(value).success, {
  error: "Not a valid URL",
  params: { code: "url_invalid" },
});

/** True for an email address. */
export function isEmail(value: string): boolean {
  return z.email().safeParse(value).success;
}

export const email = text(800).refine(isEmail, {
  error: (issue) => `Invalid email address: ${String(issue.input)}`,
  params: { code: "email_invalid" },
});

/** The parsed parameters. Throws ApiError 400 with Stripe's message for the first wrong one. */
export function parseParams<T extends z.ZodType>(schema: T, tree: FormTree): z.output<T> {
  const parsed = schema.safeParse(tree, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw issue ? refusalOf(issue) : new ApiError(400, "Invalid request");
}

function refusalOf(issue: z.core.$ZodIssue): ApiError {
  const param = paramName(issue.path);
  if (issue.code === "unrecognized_keys") {
    const unknown = paramName([...issue.path, ...issue.keys.slice(0, 1)]);
    return new ApiError(400, `Received unknown parameter: ${unknown}`, {
      code: "parameter_unknown",
      param: unknown,
    });
  }
  if (issue.code === "custom") {
    const code = typeof issue.params?.code === "string" ? { code: issue.params.code } : {};
    return new ApiError(400, issue.message, { ...code, param });
  }
  if (issue.input === undefined) {
    return new ApiError(400, `Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  if (issue.input === "") {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return new ApiError(400, message, { code: "parameter_invalid_empty", param });
  }
  if (issue.code === "invalid_value") {
    return new ApiError(400, `Invalid ${param}: must be one of ${issue.values.join(", ")}`, { param });
  }
  return new ApiError(400, `Invalid ${param}: ${issue.message}`, { param });
}

function paramName(path: PropertyKey[]): string {
  return path.map((step, depth) => (depth === 0 ? String(step) : `[${String(step)}]`)).join("");
}
