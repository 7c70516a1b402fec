import { Alert } from "@/components/ui/alert";
import type { Result } from "@/lib/result";

/** The result of a form; null before it is sent. */
type FormState = Result<null> | null;

/** The server's error for one field. */
export function fieldError(state: FormState, name: string): string | undefined {
  return state?.ok === false ? state.error.fieldErrors?.[name] : undefined;
}

/** The error that belongs to no field; null when there is none. */
export function formError(state: FormState): { code: string; message: string } | null {
  return state?.ok === false && !state.error.fieldErrors ? state.error : null;
}

/** True when the mailed link itself doesn't work, so that trying again can't help. */
export function isLinkError({ code }: { code: string }): boolean {
  return code.startsWith("link_");
}

type FormFailureProps = { state: FormState; title: string };

/** The error that belongs to no field, under a title; nothing without one. */
export function FormFailure({ state, title }: FormFailureProps) {
  const failure = formError(state);
  if (!failure) return null;
  return (
    <Alert variant="destructive" title={title}>
      {failure.message}
    </Alert>
  );
}
