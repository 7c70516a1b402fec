"use client";

import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";

/** Opens a payment page for an unpaid order. Works without JavaScript. */
export type PayAgainAction = FormAction;

export function PayAgainForm({ token, action }: { token: string; action: PayAgainAction }) {
  const { formProps, isPending, result } = useSentForm(action);
  return (
    <form {...formProps} className="flex flex-col gap-2">
      <input type="hidden" name="token" value={token} />
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
