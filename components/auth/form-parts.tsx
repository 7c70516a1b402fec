import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { EmailInput } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
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

type AccountEmailFieldProps = {
  initial: string;
  error: string | undefined;
  /** Sign-in fields also offer passkeys. */
  isSignIn?: boolean;
};

/** An account's email field. It keeps its text when the form comes back with an error. */
export function AccountEmailField({ initial, error, isSignIn = false }: AccountEmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <EmailInput
        required
        autoComplete={isSignIn ? "username webauthn" : "email"}
        maxLength={254}
        defaultValue={initial}
      />
    </Field>
  );
}

type SubmitButtonProps = { isPending: boolean; pendingLabel: string; children: React.ReactNode };

/** The submit button of an account form, with a label for the time it takes. */
export function SubmitButton({ isPending, pendingLabel, children }: SubmitButtonProps) {
  return (
    <Button type="submit" size="lg" aria-disabled={isPending} className="w-full">
      {isPending ? (
        <>
          <Spinner /> {pendingLabel}
        </>
      ) : (
        children
      )}
    </Button>
  );
}

type AuthLinkProps = { href: string; children: React.ReactNode };

/** A link within a sentence of an account's pages. */
export function TextLink({ href, children }: AuthLinkProps) {
  return (
    <a href={href} className="font-medium text-foreground underline underline-offset-4">
      {children}
    </a>
  );
}

/** A link on a line of its own, below a form. */
export function LineLink({ href, children }: AuthLinkProps) {
  return (
    <a
      href={href}
      className="inline-flex min-h-11 items-center self-center text-sm font-medium underline underline-offset-4"
    >
      {children}
    </a>
  );
}
