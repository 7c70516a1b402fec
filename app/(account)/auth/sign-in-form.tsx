"use client";

import { AccountEmailField } from "@/components/auth/account-email-field";
import { fieldError, formError } from "@/components/auth/form-action";
import { PasswordField } from "@/components/auth/password-field";
import { SubmitButton } from "@/components/auth/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";

type SignInFormProps = { action: FormAction; next: string; email: string };

/** The sign-in form. */
export function SignInForm({ action, next, email }: SignInFormProps) {
  const { formProps, isPending, result, typed } = useSentForm(action);
  const failure = formError(result);
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <input type="hidden" name="next" value={next} />
      {failure ? (
        <Alert
          variant="destructive"
          title={failure.code === "unauthorized" ? "Authentication failed" : "Error"}
        >
          {failure.message}
        </Alert>
      ) : null}
      <AccountEmailField isSignIn initial={typed.email ?? email} error={fieldError(result, "email")} />
      <PasswordField error={fieldError(result, "password")} />
      <SubmitButton isPending={isPending} pendingLabel="Signing in">
        Sign In
      </SubmitButton>
      <a
        href="/auth/reset"
        className="inline-flex min-h-11 items-center self-center text-sm font-medium underline underline-offset-4"
      >
        Forgot your password?
      </a>
    </form>
  );
}
