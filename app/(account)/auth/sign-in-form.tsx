"use client";

import { AccountEmailField, LineLink } from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { signInAction } from "./actions";

type SignInFormProps = { next: string; email: string };

export function SignInForm({ next, email }: SignInFormProps) {
  const { formProps, isPending, error, errors, typed } = useSentForm(signInAction);
  const isRefused = error?.code === "unauthorized";
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <input type="hidden" name="next" value={next} />
      <FormFailure error={error} title={isRefused ? "Authentication failed" : "Error"} />
      <AccountEmailField isSignIn initial={typed.email ?? email} error={errors.email} />
      <PasswordField error={errors.password} />
      <SubmitButton isPending={isPending} pendingLabel="Signing in" size="lg" className="w-full">
        Sign In
      </SubmitButton>
      <LineLink href="/auth/reset">Forgot your password?</LineLink>
    </form>
  );
}
