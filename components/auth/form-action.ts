import type { Result } from "@/lib/result";

/** What came of a form; null before it is sent. */
type FormState = Result<null> | null;

/** What is wrong with one field, as the server said. */
export function fieldError(state: FormState, name: string): string | undefined {
  return state?.ok === false ? state.error.fieldErrors?.[name] : undefined;
}

/** The failure that is no field's own; null when there is none. */
export function formError(state: FormState): { code: string; message: string } | null {
  return state?.ok === false && !state.error.fieldErrors ? state.error : null;
}
