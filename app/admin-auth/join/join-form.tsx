"use client";

import { isLinkError } from "@/components/auth/form-parts";
import { PasswordField } from "@/components/auth/password-field";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { joinAction } from "./actions";

/** The invited administrator's password. The address is in the form for password managers only. */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const { formProps, isPending, error, errors } = useSentForm(joinAction);
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      <input type="hidden" name="token" value={token} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {error && isLinkError(error) ? (
        <Alert variant="destructive" title="This invitation can't be used">
          {error.message} Ask the person who invited you for a new one.
        </Alert>
      ) : (
        <FormFailure error={error} title="You have not joined yet" />
      )}
      <PasswordField label="Password" use="new" error={errors.password} />
      <SubmitButton isPending={isPending} pendingLabel="Joining" size="lg" className="w-full">
        Continue to the second step
      </SubmitButton>
    </form>
  );
}
