"use client";

import { AccountEmailField, LineLink } from "@/components/auth/form-parts";
import { focusOn } from "@/components/forms/focus-on";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";

/** Requests a password reset link. The answer does not reveal whether the address has an account. */
export function ResetRequestForm({ action, email }: { action: FormAction; email: string }) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(action);
  if (result?.ok) {
    return (
      <Alert ref={focusOn} tabIndex={-1} variant="success" title="Please check your email">
        If this address has an account, a link to choose a new password is on its way. It works for an hour.
      </Alert>
    );
  }
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p className="text-muted-foreground">
        We send a link to your address, and you choose a new password there.
      </p>
      <FormFailure error={error} title="Error" />
      <AccountEmailField initial={typed.email ?? email} error={errors.email} />
      <SubmitButton isPending={isPending} pendingLabel="Sending" size="lg" className="w-full">
        Send the link
      </SubmitButton>
      <LineLink href="/auth">Back to sign in</LineLink>
    </form>
  );
}
