"use client";

import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { ExactInput } from "@/components/ui/input";

/** Asks for a code of the authenticator app, or a recovery code. */
export function SecondFactorForm({
  action,
  submitLabel,
  next,
}: {
  action: FormAction;
  submitLabel: string;
  /** Where to go after it, unless the action knows. */
  next?: string;
}) {
  const { formProps, isPending, error } = useSentForm(action);
  return (
    <form {...formProps} noValidate className="flex flex-col gap-4">
      {next ? <input type="hidden" name="next" value={next} /> : null}
      {error ? <Alert variant="destructive">{error.message}</Alert> : null}
      <Field label="Code" hint="Six digits from your authenticator app, or one of your recovery codes.">
        <ExactInput
          name="code"
          inputMode="text"
          autoComplete="one-time-code"
          autoFocus
          required
          maxLength={40}
        />
      </Field>
      <Button type="submit" size="lg" aria-disabled={isPending}>
        {isPending ? "Checking…" : submitLabel}
      </Button>
    </form>
  );
}
