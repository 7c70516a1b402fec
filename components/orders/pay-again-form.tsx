"use client";

import { useActionState } from "react";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { Result } from "@/lib/result";

/** Opens a payment page for an order that is not paid and leads there. It does not need JavaScript. */
export type PayAgainAction = (previous: Result<null> | null, form: FormData) => Promise<Result<null>>;

export function PayAgainForm({ token, action }: { token: string; action: PayAgainAction }) {
  const [result, submit, isPending] = useActionState(action, null);
  return (
    <form action={submit} className="flex flex-col gap-2">
      <input type="hidden" name="token" value={token} />
      <Button type="submit" size="lg" disabled={isPending}>
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
