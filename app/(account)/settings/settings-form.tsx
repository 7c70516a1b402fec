"use client";

import { useEffect } from "react";
import { PasswordField } from "@/components/auth/password-field";
import { FailureText } from "@/components/forms/failure-text";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ButtonVariantProps } from "@/components/ui/button-variants";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import type { Result } from "@/lib/result";

type Done = { message: string };
export type SettingsResult = Result<Done>;
export type SettingsAction = FormAction<Done>;

export type SettingsField = { name: string; label: string } & (
  | { type?: "text" | "email"; autoComplete: string; defaultValue?: string }
  | Omit<React.ComponentProps<typeof PasswordField> & { type: "password" }, "error">
);

type SettingsFormProps = {
  action: SettingsAction;
  submitLabel: string;
  fields?: SettingsField[];
  hidden?: Record<string, string>;
  variant?: ButtonVariantProps["variant"];
};

/**
 * A settings form: fields, a button and the result, beside the field or under the form. What was typed stays until
 * the action succeeds. It works without JavaScript, except with `isScriptOnly`.
 */
export function SettingsForm({
  action,
  submitLabel,
  fields = [],
  hidden = {},
  variant = "outline",
}: SettingsFormProps) {
  const { formProps, isPending, result, typed } = useSentForm(action);
  const form = formProps.ref;
  const errors = (result && !result.ok && result.error.fieldErrors) || {};
  const hasFieldError = fields.some((field) => errors[field.name]);

  useEffect(() => {
    if (result?.ok) form.current?.reset();
  }, [result, form]);

  return (
    <form {...formProps} noValidate className="flex flex-col gap-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.map(({ label, ...field }) =>
        field.type === "password" ? (
          <PasswordField key={field.name} label={label} {...field} error={errors[field.name]} />
        ) : (
          <Field key={field.name} label={label} error={errors[field.name]}>
            <Input
              autoCapitalize="none"
              spellCheck={false}
              {...field}
              defaultValue={typed[field.name] ?? field.defaultValue}
            />
          </Field>
        ),
      )}
      <Button type="submit" variant={variant} className="self-start" aria-disabled={isPending}>
        {isPending ? <Spinner /> : null}
        {submitLabel}
      </Button>
      {result?.ok ? <Alert variant="success">{result.data.message}</Alert> : null}
      {result && !result.ok && !hasFieldError ? (
        <Alert variant="destructive">
          <p>
            <FailureText error={result.error} />
          </p>
        </Alert>
      ) : null}
    </form>
  );
}
