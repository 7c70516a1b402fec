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
  /** What came of the last time it was sent. */
  result: Result<T> | null;
  /** What was typed, by field, into a form that the browser posted by itself and that was refused: its first text. */
  typed: Record<string, string>;
};

/**
 * Sends a form to its action and says what came of it. A shop that can't be reached is an answer like any other, and
 * what was typed stays in the form: React would empty it, also when it was refused. The first field at fault gets the
 * focus.
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
    // Until it is accepted: a default that changes would empty a field that nobody has touched since.
    typed: (!sent?.ok && posted?.ok === false && posted.error.typed) || {},
  };
}
