"use client";

import { useEffect } from "react";
import { PasswordField } from "@/components/auth/password-field";
import { FailureText } from "@/components/forms/failure-text";
import { focusOn } from "@/components/forms/focus-on";
import { HiddenFields } from "@/components/forms/hidden-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, type SentForm, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import type { ButtonVariantProps } from "@/components/ui/button-variants";
import { Field } from "@/components/ui/field";
import { ExactInput } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";

export type SettingsAction = FormAction<{ message: string }>;

export type SettingsField = { name: string; label: string } & (
  | {
      type?: "text" | "email";
      autoComplete: string;
      defaultValue?: string;
      hint?: string;
      maxLength?: number;
    }
  | Omit<React.ComponentProps<typeof PasswordField> & { type: "password" }, "error">
);

type SettingsFrameProps<T> = {
  form: SentForm<T>;
  submitLabel: string;
  fields?: SettingsField[];
  hidden?: Record<string, string>;
  variant?: ButtonVariantProps["variant"];
  /** Shown under the form. */
  done?: string | undefined;
  /** True if the form can be sent only with JavaScript. */
  isScriptOnly?: boolean;
};

type SettingsFormProps = Omit<SettingsFrameProps<unknown>, "form" | "done"> & {
  action: SettingsAction;
  /** A success removes the form from the page: the message is a toast, and the section takes the focus. */
  isRemovedBySuccess?: boolean;
};

/** A form that changes one setting. What was typed stays until the action succeeds. */
export function SettingsForm({ action, isRemovedBySuccess = false, ...frame }: SettingsFormProps) {
  const form = useSentForm(action, (sent) => {
    if (!sent.ok || !isRemovedBySuccess) return;
    toast.success(sent.data.message);
    focusOn(element.current?.closest("[role=region]") ?? null);
  });
  const { result, formProps } = form;
  const element = formProps.ref;
  useEffect(() => {
    if (result?.ok) element.current?.reset();
  }, [result, element]);
  const done = result?.ok && !isRemovedBySuccess ? result.data.message : undefined;
  return <SettingsFrame {...frame} form={form} done={done} />;
}

/**
 * The frame of every settings form: fields, button, and the result beside the field or under the form. It works without
 * JavaScript, except with `isScriptOnly`.
 */
export function SettingsFrame<T>({
  form: { formProps, isPending, error, errors, typed },
  submitLabel,
  fields = [],
  hidden = {},
  variant = "outline",
  done,
  isScriptOnly = false,
}: SettingsFrameProps<T>) {
  const isHydrated = useIsHydrated();
  const hasFieldError = fields.some((field) => errors[field.name]);
  return (
    <form {...formProps} action={isScriptOnly ? undefined : formProps.action} noValidate>
      {/* Before hydration the browser would submit natively and put the password into the address. */}
      <fieldset disabled={isScriptOnly && !isHydrated} className="flex min-w-0 flex-col gap-4">
        <HiddenFields values={hidden} />
        {fields.map((field) => (
          <SettingsInput
            key={field.name}
            field={field}
            error={errors[field.name]}
            typed={typed[field.name]}
          />
        ))}
        <SubmitButton isPending={isPending} variant={variant} className="self-start">
          {submitLabel}
        </SubmitButton>
        {done ? <Alert variant="success">{done}</Alert> : null}
        {error && !hasFieldError ? (
          <Alert variant="destructive">
            <p>
              <FailureText error={error} />
            </p>
          </Alert>
        ) : null}
      </fieldset>
    </form>
  );
}

type SettingsInputProps = { field: SettingsField; error: string | undefined; typed: string | undefined };

function SettingsInput({ field, error, typed }: SettingsInputProps) {
  if (field.type === "password") return <PasswordField {...field} error={error} />;
  const { label, hint, ...input } = field;
  return (
    <Field label={label} hint={hint} error={error}>
      <ExactInput {...input} defaultValue={typed ?? input.defaultValue} />
    </Field>
  );
}
