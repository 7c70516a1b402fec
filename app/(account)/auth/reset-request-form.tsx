"use client";

import { AccountEmailField } from "@/components/auth/account-email-field";
import { fieldError, formError } from "@/components/auth/form-action";
import { SubmitButton } from "@/components/auth/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";

/** Requests a password reset link. The answer does not reveal whether the address has an account. */
export function ResetRequestForm({ action, email }: { action: FormAction; email: string }) {
  const { formProps, isPending, result, typed } = useSentForm(action);
  const failure = formError(result);
  if (result?.ok) {
    return (
      <Alert variant="success" title="Please check your email">
        If this address has an account, a link to choose a new password is on its way. It works for an hour.
      </Alert>
    );
  }
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <p className="text-muted-foreground">
        We send a link to your address, and you choose a new password there.
      </p>
      {failure ? (
        <Alert variant="destructive" title="Error">
          {failure.message}
        </Alert>
      ) : null}
      <AccountEmailField initial={typed.email ?? email} error={fieldError(result, "email")} />
      <SubmitButton isPending={isPending} pendingLabel="Sending">
        Send the link
      </SubmitButton>
      <a
        href="/auth"
        className="inline-flex min-h-11 items-center self-center text-sm font-medium underline underline-offset-4"
      >
        Back to sign in
      </a>
    </form>
  );
}
