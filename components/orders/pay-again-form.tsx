"use client";

import { useRouter } from "next/navigation";
import { FieldError } from "@/components/forms/field-error";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { BeforePaying, useConsent } from "@/components/purchase/before-paying";
import { isPageOutdated } from "@/components/purchase/order-error";

/** Opens a payment page for an unpaid order. Works without JavaScript. */
export function PayAgainForm({ token, action }: { token: string; action: FormAction }) {
  const router = useRouter();
  const { formProps, isPending, error } = useSentForm(action, (answer) => {
    if (!answer.ok && isPageOutdated(answer.error)) router.refresh();
  });
  const consent = useConsent();
  return (
    <form
      {...formProps}
      onSubmit={(event) => {
        if (consent.accept()) formProps.onSubmit(event);
        else event.preventDefault();
      }}
      noValidate
      className="flex max-w-prose basis-full flex-col items-start gap-2"
    >
      <input type="hidden" name="token" value={token} />
      <BeforePaying {...consent} />
      <SubmitButton isPending={isPending} pendingLabel="Opening the payment page" size="lg">
        Pay again
      </SubmitButton>
      <FieldError error={error?.message} />
    </form>
  );
}
