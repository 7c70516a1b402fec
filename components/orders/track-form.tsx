"use client";

import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { EmailInput, ExactInput } from "@/components/ui/input";

/** Mails an order's link to its owner. The answer does not reveal whether the order exists. */
export function TrackForm({ action }: { action: FormAction }) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(action);
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      {result?.ok ? (
        <Alert variant="success" title="Check your inbox">
          If the order was placed with this email address, the link to it is on its way. It may take a minute.
          Please look in your spam folder too.
        </Alert>
      ) : null}
      <FormFailure error={error} title="We could not send the link" />
      <Field label="Email" error={errors.email}>
        <EmailInput maxLength={254} defaultValue={typed.email} />
      </Field>
      <Field label="Order number" hint="The first 8 characters are enough." error={errors.orderId}>
        <ExactInput name="orderId" defaultValue={typed.orderId} maxLength={100} />
      </Field>
      <SubmitButton isPending={isPending} size="lg">
        Send the link
      </SubmitButton>
    </form>
  );
}
