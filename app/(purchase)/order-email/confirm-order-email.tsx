"use client";

import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { useSentForm } from "@/components/forms/use-sent-form";
import { confirmOrderEmailAction } from "./actions";

/** The button that makes the link's address the order's. */
export function ConfirmOrderEmail({ token }: { token: string }) {
  const { formProps, isPending, error } = useSentForm(confirmOrderEmailAction);
  return (
    <form {...formProps} className="flex flex-col gap-6">
      <input type="hidden" name="token" value={token} />
      <FormFailure error={error} title="The address was not changed" />
      <SubmitButton isPending={isPending} size="lg">
        Use this address
      </SubmitButton>
    </form>
  );
}
