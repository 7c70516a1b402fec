"use client";

import { type FormEvent, startTransition, useActionState, useEffect, useRef, useState } from "react";
import type { Result } from "@/lib/base/result";
import { awaitAction } from "./await-action";
import { focusOnMain } from "./focus-on";

/** A server action of a form, as useActionState calls it. */
export type FormAction<T = null> = (previous: Result<T> | null, form: FormData) => Promise<Result<T>>;

export type SentForm<T> = ReturnType<typeof useSentForm<T>>;

const none: Record<string, string> = {};
const noFields: ReadonlySet<string> = new Set();

/**
 * Submits a form to its action. A failed connection becomes an error result, the typed text stays (React would reset
 * the form even after an error), and the first field with an error gets the focus. A form that its success removes
 * leaves the focus to the page's content, unless something else has it.
 */
export function useSentForm<T>(action: FormAction<T>, onResult?: (result: Result<T>) => void) {
  const form = useRef<HTMLFormElement>(null);
  const hasSucceeded = useFocusAfterSuccess();
  /** Fields that were edited since they were refused: their errors may no longer be true. */
  const [edited, setEdited] = useState<ReadonlySet<string>>(noFields);
  const [posted, postAction] = useActionState(action, null);
  const [sent, submit, isPending] = useActionState(
    async (previous: Result<T> | null, data: FormData): Promise<Result<T>> => {
      const result = await awaitAction(action(previous, data));
      if (result.ok) hasSucceeded.current = true;
      setEdited(noFields);
      onResult?.(result);
      return result;
    },
    null,
  );
  const result = sent ?? posted;
  const error = result?.ok === false ? result.error : null;
  const refused = Object.entries(error?.fieldErrors ?? none);
  const errors = Object.fromEntries(refused.filter(([name]) => !edited.has(name)));

  useEffect(() => {
    if (sent?.ok !== false) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-reauthentication]")?.focus();
  }, [sent]);

  return {
    /** For the form element. Without JavaScript the browser posts to the action itself. */
    formProps: {
      ref: form,
      action: postAction,
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        const { name } = target as HTMLInputElement;
        if (errors[name] !== undefined) setEdited(new Set([...edited, name]));
      },
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault();
        const data = new FormData(event.currentTarget);
        if (!isPending) startTransition(() => submit(data));
      },
    },
    isPending,
    result,
    /** Why the last submit failed; null when it did not. */
    error,
    /** By field, until it is edited. */
    errors,
    /**
     * The typed text by field, after the browser posted the form natively and the server refused it. Only until
     * success, because a changed default would empty a field that was not edited since.
     */
    typed: (!sent?.ok && posted?.ok === false && posted.error.typed) || none,
    /** Calls the action without a form element. */
    send: (data: FormData) => startTransition(() => submit(data)),
  };
}

/**
 * A flag to raise after a success that may remove the component, its dialog or its entry of a list: if that had the
 * focus, the page's content takes it.
 */
export function useFocusAfterSuccess(): { current: boolean } {
  const hasSucceeded = useRef(false);
  useEffect(
    () => () => {
      if (hasSucceeded.current && document.activeElement === document.body) focusOnMain();
    },
    [],
  );
  return hasSucceeded;
}

/** Fields by name as a form, for `send` or an action. */
export function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
