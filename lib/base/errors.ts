/**
 * The shop's error codes, each with its HTTP status. Codes are the contract: callers and tests match them, while
 * messages may change. docs/configuration.md lists them.
 */
export const errorStatus = {
  invalid_input: 400,
  invalid_pricing: 400,
  invalid_username: 400,
  profile_not_found: 400,
  profile_private: 400,
  invalid_posts: 400,
  not_deliverable: 400,
  invalid_signature: 400,
  unauthorized: 401,
  forbidden: 403,
  blocked: 403,
  challenge_required: 403,
  country_excluded: 403,
  reauthentication_needed: 403,
  not_found: 404,
  link_unknown: 404,
  link_used: 410,
  link_expired: 410,
  method_not_allowed: 405,
  conflict: 409,
  idempotency_conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  upstream_failed: 502,
  payment_unavailable: 503,
  payment_misconfigured: 503,
  lookup_unavailable: 503,
  database_unavailable: 503,
  busy: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

export type FieldErrors = Record<string, string>;

type AppErrorOptions = {
  /** The message for the caller; by default the code's own message. */
  userMessage?: string;
  /** For the log only; never leaves the server. */
  detail?: string;
  fieldErrors?: FieldErrors;
  retryAfterSeconds?: number | undefined;
  /** For challenge_required: the challenge to solve. */
  challenge?: object;
  cause?: unknown;
};

/** An expected failure. `code` decides the status and the default message; `detail` and `cause` stay in the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly userMessage: string;
  readonly fieldErrors: FieldErrors | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: object | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.detail ?? options.userMessage ?? code, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.userMessage = options.userMessage ?? messages[code];
    this.fieldErrors = options.fieldErrors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.challenge = options.challenge;
  }

  /** Next evaluates modules once per bundle, so errors from another bundle's copy of this class must count too. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "AppError" && "code" in value;
  }
}

export function hasCode(error: unknown, code: ErrorCode): error is AppError {
  return error instanceof AppError && error.code === code;
}

/** Refusals that say why. */
export const conflict = (userMessage: string) => new AppError("conflict", { userMessage });
export const forbidden = (userMessage: string) => new AppError("forbidden", { userMessage });
export const notFound = (userMessage: string) => new AppError("not_found", { userMessage });

/** An invalid_input whose message stands beside the field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError("invalid_input", { userMessage: message, fieldErrors: { [field]: message } });
}

const messages: Record<ErrorCode, string> = {
  invalid_input: "Please check what you entered and try again.",
  invalid_pricing: "Invalid package pricing",
  invalid_username: "This username is not valid. Please check and try again.",
  profile_not_found: "This username is not valid. Please check and try again.",
  profile_private: "This account is private. Please make it public and try again.",
  invalid_posts: "Please select at least one post to continue",
  not_deliverable: "This order can't be delivered as it is. Please choose another package.",
  invalid_signature: "The signature could not be verified.",
  unauthorized: "Authentication error. Please refresh the page and try again.",
  forbidden: "This request was not allowed. Please reload the page and try again.",
  blocked: "We can't take this request. If you think that is a mistake, please write to us by email.",
  country_excluded: "We don't sell to your country, so we can't take this order.",
  challenge_required:
    "There were many orders like this one just now. Please turn on JavaScript so that we can check your browser, or try again in an hour.",
  reauthentication_needed: "Please enter your password and a code from your authenticator app to continue.",
  not_found: "We could not find what you were looking for.",
  link_unknown: "This link is not complete, or not one of ours. Please open it again from the email.",
  link_used: "This link has already been used.",
  link_expired: "This link has expired.",
  method_not_allowed: "This address accepts only POST requests.",
  conflict: "This was changed in the meantime. Please reload and try again.",
  idempotency_conflict:
    "This request was already used for a different order. Please reload the page and try again.",
  too_large: "The request is too large.",
  unsupported_media_type: "The request must be JSON.",
  rate_limited: "Too many requests. Please wait a moment and try again.",
  internal: "An unexpected error occurred. Please try again.",
  upstream_failed: "A service we depend on did not answer. Please try again.",
  payment_unavailable: "The payment service is not answering. Nothing was charged. Please try again.",
  payment_misconfigured: "Payment system configuration error. Please contact support.",
  lookup_unavailable: "We could not check this account right now. Please try again in a moment.",
  database_unavailable: "Database error. Please try again later.",
  busy: "We are very busy right now. Please try again in a moment.",
};

/** For exhaustive switches: the compiler proves this is never reached. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
