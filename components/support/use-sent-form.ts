"use client";

import { type FormEvent, useActionState, useState } from "react";
import type { Result } from "@/lib/result";

/** A server action of a form, as useActionState calls it. */
export type FormAction<T> = (previous: Result<T> | null, form: FormData) => Promise<Result<T>>;

type SentForm<T> = {
  /** For the form element. Without JavaScript the browser posts to the action itself. */
  formProps: {
    action: (form: FormData) => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  isPending: boolean;
  /** What came of the last time it was sent. */
  result: Result<T> | null;
};

const unreachable = {
  code: "internal",
  message: "The shop could not be reached. Please check your connection and try again.",
} as const;

/**
 * Sends a form to its action and says what came of it. A shop that can't be reached is an answer like any other:
 * what was written stays in the form.
 */
export function useSentForm<T>(action: FormAction<T>, onResult: (result: Result<T>) => void): SentForm<T> {
  const [posted, postAction] = useActionState(action, null);
  const [sent, setSent] = useState<Result<T> | null>(null);
  const [isPending, setIsPending] = useState(false);

  async function send(form: FormData): Promise<void> {
    setIsPending(true);
    const result = await action(null, form).catch((): Result<T> => ({ ok: false, error: unreachable }));
    setIsPending(false);
    setSent(result);
    onResult(result);
  }

  return {
    formProps: {
      action: postAction,
      onSubmit: (event) => {
        event.preventDefault();
        if (!isPending) void send(new FormData(event.currentTarget));
      },
    },
    isPending,
    result: sent ?? posted,
  };
}
