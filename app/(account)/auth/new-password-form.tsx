"use client";

import { isLinkError, TextLink } from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";

/** The form for a new password, from a reset link. */
export function NewPasswordForm({ action, token }: { action: FormAction; token: string }) {
  const { formProps, isPending, error, errors } = useSentForm(action);
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <input type="hidden" name="token" value={token} />
      <p className="text-muted-foreground">All other devices are signed out, and we confirm it by email.</p>
      {error && isLinkError(error) ? (
        <Alert variant="destructive" title="This link can't be used">
          <p>{error.message}</p>
          <TextLink href="/auth/reset">Ask for a new link</TextLink>
        </Alert>
      ) : (
        <FormFailure error={error} title="Your password is not changed yet" />
      )}
      <PasswordField label="New password" use="new" error={errors.password} />
      <SubmitButton isPending={isPending} pendingLabel="Saving" size="lg" className="w-full">
        Save the new password
      </SubmitButton>
    </form>
  );
}
