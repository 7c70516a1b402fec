"use client";

import {
  AccountEmailField,
  FormFailure,
  fieldError,
  formError,
  LineLink,
  SubmitButton,
} from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";

type SignInFormProps = { action: FormAction; next: string; email: string };

/** The sign-in form. */
export function SignInForm({ action, next, email }: SignInFormProps) {
  const { formProps, isPending, result, typed } = useSentForm(action);
  const isRefused = formError(result)?.code === "unauthorized";
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <input type="hidden" name="next" value={next} />
      <FormFailure state={result} title={isRefused ? "Authentication failed" : "Error"} />
      <AccountEmailField isSignIn initial={typed.email ?? email} error={fieldError(result, "email")} />
      <PasswordField error={fieldError(result, "password")} />
      <SubmitButton isPending={isPending} pendingLabel="Signing in">
        Sign In
      </SubmitButton>
      <LineLink href="/auth/reset">Forgot your password?</LineLink>
    </form>
  );
}
