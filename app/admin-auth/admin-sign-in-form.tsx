"use client";

import { AccountEmailField } from "@/components/auth/form-parts";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { adminSignInAction } from "./actions";

/** The administrators' sign-in form; the second factor follows on the next page. */
export function AdminSignInForm({ next }: { next: string }) {
  const { formProps, isPending, error, errors, typed } = useSentForm(adminSignInAction);
  return (
    <form {...formProps} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="next" value={next} />
      {error && !error.fieldErrors ? <Alert variant="destructive">{error.message}</Alert> : null}
      <AccountEmailField isSignIn initial={typed.email ?? ""} error={errors.email} />
      <Field label="Password" error={errors.password}>
        <Input type="password" name="password" autoComplete="current-password" required />
      </Field>
      <SubmitButton isPending={isPending} pendingLabel="Signing in" size="lg">
        Sign In
      </SubmitButton>
    </form>
  );
}
