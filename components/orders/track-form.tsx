"use client";

import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { EmailInput, ExactInput } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";

/** Mails an order's link to its owner. The answer does not reveal whether the order exists. */
export function TrackForm({ action }: { action: FormAction }) {
  const { formProps, isPending, result, typed } = useSentForm(action);
  const error = result && !result.ok ? result.error : null;
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      {result?.ok ? (
        <Alert variant="success" title="Check your inbox">
          If the order was placed with this email address, the link to it is on its way. It may take a minute.
          Please look in your spam folder too.
        </Alert>
      ) : null}
      {error && !error.fieldErrors ? (
        <Alert variant="destructive" title="We could not send the link">
          {error.message}
        </Alert>
      ) : null}
      <Field label="Email" error={error?.fieldErrors?.email}>
        <EmailInput maxLength={254} defaultValue={typed.email} />
      </Field>
      <Field
        label="Order number"
        hint="The first 8 characters are enough."
        error={error?.fieldErrors?.orderId}
      >
        <ExactInput name="orderId" defaultValue={typed.orderId} maxLength={100} />
      </Field>
      <Button type="submit" size="lg" aria-disabled={isPending}>
        {isPending ? <Spinner /> : null} Send the link
      </Button>
    </form>
  );
}
