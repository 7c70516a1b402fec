"use client";

import { createContext, startTransition, use, useActionState, useEffect, useMemo, useRef } from "react";
import { askShop } from "@/components/forms/ask-shop";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { ButtonVariantProps } from "@/components/ui/button-variants";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Spinner } from "@/components/ui/spinner";
import { Textarea } from "@/components/ui/textarea";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { FieldErrors } from "@/lib/errors";
import type { Result } from "@/lib/result";

/** What an administrator's action answers: one message about what has happened. */
export type AdminResult = Result<{ message: string }>;
export type AdminAction = (previous: AdminResult | null, form: FormData) => Promise<AdminResult>;

const ErrorsContext = createContext<FieldErrors>({});

/** What was wrong with the fields of the form around this component. */
export function useFieldErrors(): FieldErrors {
  return use(ErrorsContext);
}

type ActionFieldProps = Omit<React.ComponentProps<typeof Field>, "error"> & { name: string };

/** A field inside an ActionForm; what is wrong with `name` stands at it. */
export function ActionField({ name, ...props }: ActionFieldProps) {
  return <Field {...props} error={useFieldErrors()[name]} />;
}

type ActionInputProps = React.ComponentProps<typeof Input> & { name: string; label: string; hint?: string };

/** A line of text inside an ActionForm: the field and its input. */
export function ActionInput({ label, hint, ...input }: ActionInputProps) {
  return (
    <ActionField name={input.name} label={label} hint={hint}>
      <Input {...input} />
    </ActionField>
  );
}

type ActionFormProps = {
  action: AdminAction;
  submitLabel: string;
  variant?: ButtonVariantProps["variant"];
  hidden?: Record<string, string>;
  /** Changes go into the audit log with the administrator's own words. False for what changes nothing. */
  hasReason?: boolean;
  /** Called with the message when it is done; without it the message stands under the form. */
  onDone?: (message: string) => void;
  children?: React.ReactNode;
};

type FormState = { result: AdminResult | null; needsReauthentication: boolean; round: number };
const untouched: FormState = { result: null, needsReauthentication: false, round: 0 };

/**
 * Something an administrator does: its fields, the reason, and, where the server asks for it, the password and a code
 * of the authenticator app, which are sent with the same fields. What was typed stays until it is accepted, also when
 * the answer got lost on its way.
 */
export function ActionForm({
  action,
  submitLabel,
  variant,
  hidden = {},
  hasReason = true,
  onDone,
  children,
}: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useIsHydrated();
  const [{ result, needsReauthentication, round }, submit, isPending] = useActionState(
    async (before: FormState, data: FormData): Promise<FormState> => {
      const next = await askShop(action(before.result, data));
      if (next.ok) onDone?.(next.data.message);
      const isAsked = !next.ok && next.error.code === "reauthentication_needed";
      return {
        result: next,
        needsReauthentication: !next.ok && (isAsked || before.needsReauthentication),
        round: before.round + 1,
      };
    },
    untouched,
  );
  const errors = useMemo(() => (result && !result.ok && result.error.fieldErrors) || {}, [result]);
  useEffect(() => {
    if (round === 0) return;
    form.current?.querySelector<HTMLElement>("[aria-invalid=true], [data-reauthentication]")?.focus();
  }, [round]);
  const isAskedAgain = result && !result.ok && result.error.code === "reauthentication_needed";
  return (
    <ErrorsContext value={errors}>
      <form
        ref={form}
        noValidate
        // React empties a form that is submitted by its action alone, also when it was refused.
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          if (!isPending) startTransition(() => submit(data));
        }}
        className="flex flex-col gap-4"
      >
        {/* Before the page is ready the browser would send it by itself, with keys and passwords in the address. */}
        <fieldset disabled={!isHydrated} className="contents">
          {Object.entries(hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
          {hasReason ? (
            <ActionField name="reason" label="Reason" hint="For the audit log.">
              <Textarea name="reason" required maxLength={500} className="min-h-16" />
            </ActionField>
          ) : null}
          {needsReauthentication ? <ReauthenticationFields /> : null}
          {result && !result.ok ? (
            <Alert variant={isAskedAgain ? "warning" : "destructive"}>{result.error.message}</Alert>
          ) : null}
          {result?.ok && !onDone ? <Alert variant="success">{result.data.message}</Alert> : null}
          <Button type="submit" variant={variant} className="self-start" aria-disabled={isPending}>
            {isPending ? <Spinner /> : null}
            {submitLabel}
          </Button>
        </fieldset>
      </form>
    </ErrorsContext>
  );
}

function ReauthenticationFields() {
  return (
    <fieldset className="grid gap-4 sm:grid-cols-2">
      <legend className="sr-only">Prove that it is you</legend>
      <ActionInput
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
        data-reauthentication=""
      />
      <ActionInput
        name="code"
        label="Code of your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
      />
    </fieldset>
  );
}
