"use client";

import {
  FormFailure,
  fieldError,
  formError,
  isLinkError,
  SubmitButton,
  TextLink,
} from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";

/** The form for a new password, from a reset link. */
export function NewPasswordForm({ action, token }: { action: FormAction; token: string }) {
  const { formProps, isPending, result } = useSentForm(action);
  const failure = formError(result);
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <input type="hidden" name="token" value={token} />
      <p className="text-muted-foreground">All other devices are signed out, and we confirm it by email.</p>
      {failure && isLinkError(failure) ? (
        <Alert variant="destructive" title="This link can't be used">
          <p>{failure.message}</p>
          <TextLink href="/auth/reset">Ask for a new link</TextLink>
        </Alert>
      ) : (
        <FormFailure state={result} title="Your password is not changed yet" />
      )}
      <PasswordField label="New password" use="new" error={fieldError(result, "password")} />
      <SubmitButton isPending={isPending} pendingLabel="Saving">
        Save the new password
      </SubmitButton>
    </form>
  );
}
