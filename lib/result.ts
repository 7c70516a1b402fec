import type { ErrorCode, FieldErrors } from "./errors";

/** What leaves the server: built by the handlers only (server actions and routes), never inside lib. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: PublicError };

export type PublicError = {
  code: ErrorCode;
  message: string;
  fieldErrors?: FieldErrors;
  /** With challenge_required: what has to be solved (docs/abuse.md). */
  challenge?: object;
  /** What was typed, by field: for the new page that a browser shows which posted the form by itself. */
  typed?: Record<string, string>;
};
