"use client";

import { type FormEvent, startTransition, useActionState, useEffect, useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ButtonVariantProps } from "@/components/ui/button-variants";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import type { Result } from "@/lib/result";

export type SettingsResult = Result<{ message: string }>;
export type SettingsAction = (previous: SettingsResult | null, form: FormData) => Promise<SettingsResult>;

export type SettingsField = {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  autoComplete: string;
  hint?: string;
  defaultValue?: string;
};

type SettingsFormProps = {
  action: SettingsAction;
  submitLabel: string;
  fields?: SettingsField[];
  hidden?: Record<string, string>;
  variant?: ButtonVariantProps["variant"];
};

/**
 * One thing a customer can change: its fields, a button, and what became of it, beside the field at fault or under the
 * form. What was typed stays until it is accepted. It works without JavaScript too.
 */
export function SettingsForm({
  action,
  submitLabel,
  fields = [],
  hidden = {},
  variant = "outline",
}: SettingsFormProps) {
  const [result, submit, isPending] = useActionState(action, null);
  const form = useRef<HTMLFormElement>(null);
  const errors = (result && !result.ok && result.error.fieldErrors) || {};
  const hasFieldError = fields.some((field) => errors[field.name]);

  useEffect(() => {
    if (result?.ok) form.current?.reset();
    else if (result) form.current?.querySelector<HTMLInputElement>("[aria-invalid=true]")?.focus();
  }, [result]);

  // React empties a form that is submitted by its action alone, also when it was refused.
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (!isPending) startTransition(() => submit(data));
  };

  return (
    <form ref={form} action={submit} onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(({ name, label, hint, ...input }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          <Input name={name} autoCapitalize="none" spellCheck={false} {...input} />
        </Field>
      ))}
      <Button type="submit" variant={variant} className="self-start" aria-disabled={isPending}>
        {isPending ? <Spinner /> : null}
        {submitLabel}
      </Button>
      {result?.ok ? <Alert variant="success">{result.data.message}</Alert> : null}
      {result && !result.ok && !hasFieldError ? (
        <Alert variant="destructive">{result.error.message}</Alert>
      ) : null}
    </form>
  );
}
