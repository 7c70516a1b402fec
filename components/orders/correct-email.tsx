"use client";

import { useRef, useState } from "react";
import { AddressHint } from "@/components/forms/address-hint";
import { focusOn } from "@/components/forms/focus-on";
import { FormFailure } from "@/components/forms/form-failure";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { EmailInput } from "@/components/ui/input";
import { emailProblem } from "@/lib/mail/address/email-problem";
import { suggestAddress } from "@/lib/mail/address/suggest-address";

type CorrectEmailProps = {
  token: string;
  /** Mails to the present address come back. */
  comesBack: boolean;
  action: FormAction<{ email: string }>;
};

/**
 * Corrects the address of a guest's order: quiet while mails arrive, prominent when they come back. Works without
 * JavaScript.
 */
export function CorrectEmail({ token, comesBack, action }: CorrectEmailProps) {
  if (comesBack) {
    return (
      <Alert variant="warning" role="group" aria-label={bouncing} title={bouncing}>
        <p>
          No email reaches the address of this order. Enter the right one, and we send the confirmation and
          the link to this page there.
        </p>
        <EmailForm token={token} action={action} />
      </Alert>
    );
  }
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted-foreground underline underline-offset-4">
        Wrong email address?
      </summary>
      <p className="text-muted-foreground">
        If you got no confirmation, the address given at checkout may have a typo. Enter the right one, and we
        send the confirmation there.
      </p>
      <EmailForm token={token} action={action} />
    </details>
  );
}

const bouncing = "Our emails to you come back";

function EmailForm({ token, action }: Omit<CorrectEmailProps, "comesBack">) {
  const { formProps, isPending, result, error, errors, typed } = useSentForm(action);
  const input = useRef<HTMLInputElement>(null);
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const accept = (address: string) => {
    if (input.current) input.current.value = address;
    setSuggestion(null);
    input.current?.focus();
  };
  return (
    <form {...formProps} noValidate className="flex max-w-md flex-col gap-4 pt-3">
      <input type="hidden" name="token" value={token} />
      {result?.ok ? (
        <Alert ref={focusOn} tabIndex={-1} variant="success" title="Please check your inbox">
          <p className="wrap-anywhere">
            We have sent a link to {result.data.email}. Press it within 24 hours, and this order uses that
            address. If nothing arrives in a few minutes, look in the spam folder or check the address below.
          </p>
        </Alert>
      ) : null}
      <FormFailure error={error} title="The address was not changed" />
      <Field
        label="Your email"
        error={errors.email}
        hint={
          <AddressHint suggestion={suggestion} onAccept={accept}>
            We send a link there. Nothing changes until you press it.
          </AddressHint>
        }
      >
        <EmailInput
          ref={input}
          required
          maxLength={254}
          defaultValue={typed.email}
          onChange={() => setSuggestion(null)}
          onBlur={({ target: { value } }) =>
            setSuggestion(emailProblem(value) === null ? suggestAddress(value) : null)
          }
        />
      </Field>
      <SubmitButton isPending={isPending} variant="outline" className="self-start">
        Send the link
      </SubmitButton>
    </form>
  );
}
