"use client";

import { type FormEvent, type RefObject, startTransition, useActionState, useEffect, useRef } from "react";
import type { Result } from "@/lib/result";
import { askShop } from "./ask-shop";

/** A server action of a form, as useActionState calls it. */
export type FormAction<T = null> = (previous: Result<T> | null, form: FormData) => Promise<Result<T>>;

export type SentForm<T> = {
  /** For the form element. Without JavaScript the browser posts to the action itself. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    action: (form: FormData) => void;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  };
  isPending: boolean;
  /** The result of the last submit. */
  result: Result<T> | null;
  /** The typed text by field, after the browser posted the form natively and the server refused it. */
  typed: Record<string, string>;
};

/**
 * Submits a form to its action. A failed connection becomes an error result, the typed text stays (React would reset
 * the form even after an error), and the first field with an error gets the focus.
 */
export function useSentForm<T>(action: FormAction<T>, onResult?: (result: Result<T>) => void): SentForm<T> {
  const form = useRef<HTMLFormElement>(null);
  const [posted, postAction] = useActionState(action, null);
  const [sent, send, isPending] = useActionState(
    async (previous: Result<T> | null, data: FormData): Promise<Result<T>> => {
      const result = await askShop(action(previous, data));
      onResult?.(result);
      return result;
    },
    null,
  );

  useEffect(() => {
    if (sent?.ok === false) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [sent]);

  return {
    formProps: {
      ref: form,
      action: postAction,
      onSubmit: (event) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        if (!isPending) startTransition(() => send(data));
      },
    },
    isPending,
    result: sent ?? posted,
    // Only until success, because a changed default would empty a field that was not edited since.
    typed: (!sent?.ok && posted?.ok === false && posted.error.typed) || {},
  };
}
