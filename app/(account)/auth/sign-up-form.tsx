"use client";

import { AccountEmailField, TextLink } from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { focusOn } from "@/components/forms/focus-on";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signUpAction } from "./actions";

// Errors whose own message would not help the visitor; the form shows a general one instead.
const unexplained = new Set(["internal", "invalid_input", "unauthorized", "forbidden"]);

/** The sign-up form. The answer does not reveal whether the address has an account. */
export function SignUpForm({ email }: { email: string }) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(signUpAction);
  if (result?.ok) {
    return (
      <Alert ref={focusOn} tabIndex={-1} variant="success" title="Account created!">
        <p>Please check your email to verify your account.</p>
        <p className="text-muted-foreground">
          Nothing there after a few minutes? Look in your spam folder, or{" "}
          <TextLink href="/auth?tab=sign-up">sign up again</TextLink> for another email.
        </p>
      </Alert>
    );
  }
  return (
    <form {...formProps} className="flex flex-col gap-5">
      {error && !error.fieldErrors ? (
        <Alert variant="destructive" title="Authentication failed">
          {unexplained.has(error.code)
            ? "Unable to create account. Please check your credentials and try again."
            : error.message}
        </Alert>
      ) : null}
      <Field label="Username (optional)" error={errors.username}>
        <Input name="username" defaultValue={typed.username} autoComplete="nickname" maxLength={80} />
      </Field>
      <AccountEmailField initial={typed.email ?? email} error={errors.email} />
      <PasswordField use="new" error={errors.password} />
      <SubmitButton isPending={isPending} pendingLabel="Creating your account" size="lg" className="w-full">
        Sign Up
      </SubmitButton>
    </form>
  );
}
