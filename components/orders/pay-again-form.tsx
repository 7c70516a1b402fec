"use client";

import { useRouter } from "next/navigation";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { BeforePaying, useConsent } from "@/components/purchase/before-paying";
import { isPageOutdated } from "@/components/purchase/order-error";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

/** Opens a payment page for an unpaid order. Works without JavaScript. */
export function PayAgainForm({ token, action }: { token: string; action: FormAction }) {
  const router = useRouter();
  const { formProps, isPending, result } = useSentForm(action, (answer) => {
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
      <Button type="submit" size="lg" aria-disabled={isPending}>
        {isPending ? (
          <>
            <Spinner /> Opening the payment page
          </>
        ) : (
          "Pay again"
        )}
      </Button>
      {result && !result.ok ? (
        <p role="alert" className="text-sm text-destructive">
          {result.error.message}
        </p>
      ) : null}
    </form>
  );
}
