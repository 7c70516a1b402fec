"use client";

import { useActionState } from "react";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { type FormAction, fieldError, formError } from "./form-action";
import { PasswordField } from "./password-field";
import { SubmitButton } from "./submit-button";

/** The new password behind a reset link. */
export function NewPasswordForm({ action, token }: { action: FormAction; token: string }) {
  const [state, submit, isPending] = useActionState(action, null);
  const failure = formError(state);
  return (
    <form action={submit} className="flex flex-col gap-5">
      <input type="hidden" name="token" value={token} />
      <p className="text-muted-foreground">You are signed out everywhere else, and told by email.</p>
      {failure ? (
        <Alert variant="destructive">
          <AlertTitle>This link can't be used</AlertTitle>
          <AlertDescription>
            <p>{failure.message}</p>
            <a href="/auth/reset" className="font-medium text-foreground underline underline-offset-4">
              Ask for a new link
            </a>
          </AlertDescription>
        </Alert>
      ) : null}
      <PasswordField label="New password" isNew error={fieldError(state, "password")} />
      <SubmitButton isPending={isPending} pendingLabel="Saving">
        Save the new password
      </SubmitButton>
    </form>
  );
}
