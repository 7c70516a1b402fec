"use client";

import { createContext, type KeyboardEvent, use, useId, useState } from "react";
import { flushSync } from "react-dom";
import { FieldError } from "@/components/forms/field-error";
import { HiddenFields } from "@/components/forms/hidden-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ButtonVariantProps } from "@/components/ui/button-variants";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { FieldErrors } from "@/lib/base/errors";

/** An administrator's action; its result is a message about what happened. */
export type AdminAction = FormAction<{ message: string }>;

const ErrorsContext = createContext<FieldErrors>({});

export function useFieldErrors(): FieldErrors {
  return use(ErrorsContext);
}

type ActionFieldProps = Omit<React.ComponentProps<typeof Field>, "error"> & { name: string };

/** A field of an ActionForm, which shows the error of `name`, or of a filter. */
export function ActionField({ name, ...props }: ActionFieldProps) {
  return <Field {...props} error={useFieldErrors()[name]} />;
}

type ActionInputProps = React.ComponentProps<typeof Input> & { name: string; label: string; hint?: string };

/** A text input with its field. `className` styles the field. */
export function ActionInput({ label, hint, className, ...input }: ActionInputProps) {
  return (
    <ActionField name={input.name} label={label} hint={hint} className={className}>
      <Input autoComplete="off" {...input} />
    </ActionField>
  );
}

type ActionSelectProps = React.ComponentProps<typeof Select> & { name: string; label: string; hint?: string };

/** A select with its field. `className` styles the field. */
export function ActionSelect({ label, hint, className, ...select }: ActionSelectProps) {
  return (
    <ActionField name={select.name} label={label} hint={hint} className={className}>
      {/* React shows a new default in an input, but not in a select: a filter's, after a link to the same page. */}
      <Select key={String(select.defaultValue)} {...select} />
    </ActionField>
  );
}

type CheckBoxProps = { name: string; label: React.ReactNode; hint?: string; isOn?: boolean };

export function CheckBox({ name, label, hint, isOn = false }: CheckBoxProps) {
  const error = useFieldErrors()[name];
  const errorId = useId();
  return (
    <div className="flex flex-col">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
        <input
          type="checkbox"
          name={name}
          defaultChecked={isOn}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          className="size-5 shrink-0 accent-primary"
        />
        <span className="flex flex-col">
          {label}
          {hint ? <span className="text-sm text-muted-foreground">{hint}</span> : null}
        </span>
      </label>
      <FieldError id={errorId} error={error} />
    </div>
  );
}

type ActionFormProps = {
  action: AdminAction;
  submitLabel: string;
  variant?: ButtonVariantProps["variant"];
  size?: ButtonVariantProps["size"];
  hidden?: Record<string, string>;
  /** Asks for the reason, which goes into the audit log. False where there is nothing to explain, such as a saved text. */
  hasReason?: boolean;
  /** Common reasons, which a click fills in. */
  reasons?: readonly string[];
  /** A click on a common reason also sends the form: for what moves no money and can be taken back. */
  isLight?: boolean;
  /** Asks for password and code at once: for a page on which nothing else is asked. */
  isConfirmation?: boolean;
  /** Called with the message on success; without it the message shows under the form. */
  onDone?: (message: string) => void;
  children?: React.ReactNode;
};

/**
 * A form for an administrator's action: its fields, the reason and, if the server asks for them, password and code,
 * which are sent with the same fields. What was typed stays until the action succeeds, even if the answer is lost. A
 * success empties the reason only: the next change of a form that stays on its page needs its own.
 */
export function ActionForm({
  action,
  submitLabel,
  variant,
  size,
  hidden = {},
  hasReason = true,
  reasons = [],
  isLight = false,
  isConfirmation = false,
  onDone,
  children,
}: ActionFormProps) {
  const isHydrated = useIsHydrated();
  const [reason, setReason] = useState("");
  const [needsReauthentication, setNeedsReauthentication] = useState(isConfirmation);
  const { formProps, isPending, result, error, errors } = useSentForm(action, (next) => {
    if (next.ok) {
      setReason("");
      setNeedsReauthentication(false);
      onDone?.(next.data.message);
    } else if (next.error.code === "reauthentication_needed") setNeedsReauthentication(true);
  });
  const isAskedAgain = error?.code === "reauthentication_needed";
  const isSentByReason = isLight && !needsReauthentication;
  const give = (text: string) => {
    // The field has the reason before the form is read.
    flushSync(() => setReason(text));
    const form = formProps.ref.current;
    if (isSentByReason) form?.requestSubmit();
    else form?.querySelector<HTMLElement>("[type=submit]")?.focus();
  };
  return (
    <ErrorsContext value={errors}>
      <form
        {...formProps}
        // Before hydration the browser would submit natively and put keys and passwords into the address.
        action={undefined}
        noValidate
        onKeyDown={sendOnCtrlEnter}
        className="flex flex-col gap-4"
      >
        <fieldset disabled={!isHydrated} className="contents">
          <HiddenFields values={hidden} />
          {children}
          {hasReason && reasons.length > 0 ? (
            <fieldset className="flex flex-wrap gap-2">
              <legend className={isSentByReason ? "mb-2 text-sm text-muted-foreground" : "sr-only"}>
                {isSentByReason ? "Choose why, and it is done:" : "Suggestions"}
              </legend>
              {reasons.map((each) => (
                <Button
                  key={each}
                  type="button"
                  variant={reason === each ? "secondary" : "outline"}
                  size="sm"
                  aria-pressed={reason === each}
                  onClick={() => give(each)}
                >
                  {each}
                </Button>
              ))}
            </fieldset>
          ) : null}
          {hasReason ? (
            <ActionField name="reason" label="Reason" hint="For the audit log, at least 3 characters.">
              <Textarea
                name="reason"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
                required
                maxLength={500}
                className="min-h-16"
              />
            </ActionField>
          ) : null}
          {needsReauthentication ? <ReauthenticationFields /> : null}
          {error ? <Alert variant={isAskedAgain ? "warning" : "destructive"}>{error.message}</Alert> : null}
          {result?.ok && !onDone && !isPending ? (
            <Alert variant="success">{result.data.message}</Alert>
          ) : null}
          <SubmitButton isPending={isPending} variant={variant} size={size} className="self-start">
            {submitLabel}
          </SubmitButton>
        </fieldset>
      </form>
    </ErrorsContext>
  );
}

/** Ctrl+Enter or Cmd+Enter sends a form from a field in which Enter begins a line. */
export function sendOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

function ReauthenticationFields() {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">Confirm your identity</legend>
      <ActionInput
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        data-reauthentication=""
      />
      <ActionInput
        name="code"
        label="Code from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
      />
    </fieldset>
  );
}
