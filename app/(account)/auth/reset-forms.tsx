"use client";

import {
  AccountEmailField,
  isLinkError,
  LineLink,
  TextLink,
  withTypedEmail,
} from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { focusOn } from "@/components/forms/focus-on";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { requestResetAction, resetPasswordAction } from "./actions";

/** Requests a password reset link. The answer does not reveal whether the address has an account. */
export function ResetRequestForm({ email }: { email: string }) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(requestResetAction);
  if (result?.ok) {
    return (
      <Alert ref={focusOn} tabIndex={-1} variant="success" title="Please check your email">
        If this address has an account, a link to choose a new password is on its way. It works for an hour.
      </Alert>
    );
  }
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      <p className="text-muted-foreground">
        Enter your email and we'll send you a link to choose a new password.
      </p>
      <FormFailure error={error} title="Error" />
      <AccountEmailField initial={typed.email ?? email} error={errors.email} />
      <SubmitButton isPending={isPending} pendingLabel="Sending" size="lg" className="w-full">
        Send the link
      </SubmitButton>
      <LineLink href="/auth" onClick={withTypedEmail(formProps.ref)}>
        Back to sign in
      </LineLink>
    </form>
  );
}

/** The form for a new password, from a reset link. */
export function NewPasswordForm({ token }: { token: string }) {
  const { formProps, isPending, error, errors } = useSentForm(resetPasswordAction);
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      <input type="hidden" name="token" value={token} />
      <p className="text-muted-foreground">
        We'll sign out your other devices and confirm the change by email.
      </p>
      {error && isLinkError(error) ? (
        <Alert variant="destructive" title="This link can't be used">
          <p>{error.message}</p>
          <TextLink href="/auth/reset">Ask for a new link</TextLink>
        </Alert>
      ) : (
        <FormFailure error={error} title="Your password has not been changed yet" />
      )}
      <PasswordField label="New password" use="new" error={errors.password} />
      <SubmitButton isPending={isPending} pendingLabel="Saving" size="lg" className="w-full">
        Save the new password
      </SubmitButton>
    </form>
  );
}
