"use client";

import { useState } from "react";
import { focusOn } from "@/components/forms/focus-on";
import { FormFailure } from "@/components/forms/form-failure";
import { HiddenFields } from "@/components/forms/hidden-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Fact } from "@/components/ui/fact";
import { Field } from "@/components/ui/field";
import { EmailInput, ExactInput, Input } from "@/components/ui/input";

type Stated = { name: string; email: string; orderNumber: string };

/** The state of a withdrawal's form: a statement to be confirmed, or one that was taken. */
export type WithdrawalStep =
  | ({
      kind: "review";
      /** Says how the confirmation affects the order; null where the order is not looked up. */
      preview: string | null;
    } & Stated)
  | ({
      kind: "taken";
      /** With the time zone. */
      statedAt: string;
      /** Says where the money goes; null if only the mail may say it. */
      answer: string | null;
    } & Stated);

type WithdrawalFormProps = {
  action: FormAction<WithdrawalStep>;
  /** The token of the order whose page led here; without it the buyer names order and address. */
  token?: string;
  /** Says how a withdrawal from that order affects it now. */
  preview?: string;
};

/** Withdraws from a contract in two steps: the statement, then its confirmation. Works without JavaScript. */
export function WithdrawalForm({ action, token, preview }: WithdrawalFormProps) {
  const [reviewed, setReviewed] = useState<WithdrawalStep | null>(null);
  const { formProps, isPending, result, error, errors, typed } = useSentForm(action, (sent) => {
    if (sent.ok) setReviewed(sent.data);
  });
  const step = result?.ok ? result.data : reviewed;
  if (step?.kind === "taken") return <StatedWithdrawal stated={step} />;
  const failure = <FormFailure error={error} title="Your withdrawal has not been sent yet" />;
  if (step) {
    const order: Record<string, string> = token ? { token } : { order: step.orderNumber, email: step.email };
    const stated = { step: "confirm", name: step.name, ...order };
    return (
      <form {...formProps} className="flex flex-col gap-6">
        <h2 ref={focusOn} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
          Check your withdrawal
        </h2>
        {failure}
        <StatedFacts {...step} />
        {step.kind === "review" && step.preview ? <p className="wrap-anywhere">{step.preview}</p> : null}
        <HiddenFields values={stated} />
        <SubmitButton isPending={isPending} size="lg">
          Confirm withdrawal
        </SubmitButton>
        {/* A full load, so that the form begins again. */}
        <a
          href={token ? `/order/${token}/withdraw` : "/withdraw"}
          className="inline-flex min-h-11 items-center self-center underline underline-offset-4"
        >
          Start again
        </a>
      </form>
    );
  }
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      {failure}
      {preview ? <p className="wrap-anywhere">{preview}</p> : null}
      <Field label="Your name" error={errors.name}>
        <Input name="name" autoComplete="name" maxLength={100} defaultValue={typed.name} />
      </Field>
      {token ? (
        <input type="hidden" name="token" value={token} />
      ) : (
        <>
          <Field
            label="Order number"
            hint="The first 8 characters are enough. The order's link works too."
            error={errors.order}
          >
            <ExactInput name="order" maxLength={300} defaultValue={typed.order} />
          </Field>
          <Field
            label="Email"
            hint="The address you ordered with, or your account's if it has changed since. The receipt goes there."
            error={errors.email}
          >
            <EmailInput maxLength={254} defaultValue={typed.email} />
          </Field>
        </>
      )}
      <SubmitButton isPending={isPending} size="lg">
        Continue
      </SubmitButton>
    </form>
  );
}

/** The receipt on the page: what was stated, when, and what happens now. */
function StatedWithdrawal({ stated }: { stated: Extract<WithdrawalStep, { kind: "taken" }> }) {
  const { orderNumber, name, email, statedAt, answer } = stated;
  return (
    <Alert ref={focusOn} tabIndex={-1} variant="success" title="We received your withdrawal">
      <p className="wrap-anywhere">
        {name} withdraws from the contract of order #{orderNumber}. Received on {statedAt}.
      </p>
      <p className="wrap-anywhere">
        {answer ??
          "If this number and email address belong to an order that you can still withdraw from, we pause what has not been sent yet. The receipt has a link to the order: please confirm the withdrawal there. Then we cancel the order, and the price of what was not delivered goes back to the card or account it was paid with."}
      </p>
      <p className="wrap-anywhere">
        The receipt with the date and time is on its way to {email}. It may take a minute. Please look in your
        spam folder too.
      </p>
    </Alert>
  );
}

function StatedFacts({ name, email, orderNumber }: WithdrawalStep) {
  return (
    <dl className="flex flex-col gap-3 rounded-xl border border-border bg-card px-4 py-4">
      <Fact label="Statement" valueClass="wrap-anywhere">
        I withdraw from the contract of order #{orderNumber}.
      </Fact>
      <Fact label="Name" valueClass="wrap-anywhere">
        {name}
      </Fact>
      <Fact label="Receipt to" valueClass="wrap-anywhere">
        {email}
      </Fact>
    </dl>
  );
}
