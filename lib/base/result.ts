import type { ErrorCode, FieldErrors } from "./errors";

/** The answer that leaves the server. Only handlers (server actions and routes) build it, never lib. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: PublicError };

export type PublicError = {
  code: ErrorCode;
  message: string;
  fieldErrors?: FieldErrors;
  /** With challenge_required: the challenge to solve (docs/abuse.md). */
  challenge?: object;
  /** The typed values by field, for the page that is rendered after a post without JavaScript. */
  typed?: Record<string, string>;
};
