import type { Result } from "@/lib/result";

export type FormState = Result<null> | null;

/** A server action behind a form, as React's useActionState calls it. It works without JavaScript. */
export type FormAction = (previous: FormState, form: FormData) => Promise<Result<null>>;

/** What is wrong with one field, as the server said. */
export function fieldError(state: FormState, name: string): string | undefined {
  return state?.ok === false ? state.error.fieldErrors?.[name] : undefined;
}

/** The failure that is no field's own; null when there is none. */
export function formError(state: FormState): { code: string; message: string } | null {
  return state?.ok === false && !state.error.fieldErrors ? state.error : null;
}
