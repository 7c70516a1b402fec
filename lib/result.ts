import type { ErrorCode, FieldErrors } from "./errors";

/** What leaves the server: built by the handlers only (server actions and routes), never inside lib. */
export type Result<T> = { ok: true; data: T } | { ok: false; error: PublicError };

export type PublicError = {
  code: ErrorCode;
  message: string;
  fieldErrors?: FieldErrors;
  /** With challenge_required: the challenge to solve (docs/abuse.md). */
  challenge?: object;
  /** What was typed, by field, for the page that is rendered after a post without JavaScript. */
  typed?: Record<string, string>;
};
