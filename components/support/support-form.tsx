"use client";

import { useRef } from "react";
import { FailureText } from "@/components/forms/failure-text";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { useTextOf } from "@/components/forms/use-text-of";
import { useVisitor } from "@/components/layout/use-visitor";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { EmailInput, ExactInput } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import type { Result } from "@/lib/base/result";
import type { PublicTicketKind } from "@/lib/people/support/ticket-forms";

export type OpenTicketAction = FormAction<string>;

type SupportFormProps = {
  kind: PublicTicketKind;
  action: OpenTicketAction;
  /** True to ask for an email address, because the visitor is not signed in. */
  asksEmail: boolean;
  submitLabel?: string;
  onFiled?: () => void;
  /** What a profile can be of, by its slug; only for its owner's form. */
  platforms?: [slug: string, label: string][];
};

const customHint =
  "Tell us the platform, the username, and how many followers, likes or views you'd like. We never need a password.";
const ownershipHint =
  "Tell us how we can see that the profile is yours: for example, a word that you have put into its bio.";

/** The hint for the message, and the button's label. */
const texts: Record<PublicTicketKind, { hint?: string; submit: string }> = {
  support: { submit: "Submit Ticket" },
  custom_package: { hint: customHint, submit: "Ask for a price" },
  stop_orders: { hint: ownershipHint, submit: "Stop orders" },
};

const filedTitle = "Support Ticket Submitted";

/** Files a ticket. What was written stays until it is filed. */
export function SupportForm({
  kind,
  action,
  asksEmail,
  submitLabel,
  onFiled,
  platforms = [],
}: SupportFormProps) {
  const message = useRef<HTMLTextAreaElement>(null);
  const isEmpty = useTextOf(message).trim() === "";
  const isHydrated = useIsHydrated();
  const sent = useSentForm(action, (outcome: Result<string>) => {
    if (!outcome.ok) {
      // A field's error is shown beside the field.
      if (!outcome.error.fieldErrors)
        toast.error("Failed to submit ticket", { description: outcome.error.message });
      return;
    }
    sent.formProps.ref.current?.reset();
    toast.success(filedTitle, { description: outcome.data });
    onFiled?.();
  });
  const { formProps, isPending, result, error, errors, typed } = sent;
  return (
    <form {...formProps} noValidate className="flex flex-col gap-5">
      <input type="hidden" name="kind" value={kind} />
      {/* Shown too when the session has ended since the page was opened. */}
      {asksEmail || errors.email ? (
        <Field label="Email" hint="We'll reply to this address." error={errors.email}>
          <EmailInput defaultValue={typed.email} required maxLength={254} />
        </Field>
      ) : null}
      {kind === "support" ? (
        <Field
          label="Order ID (optional)"
          hint="The first 8 characters of your order number are enough."
          error={errors.orderReference}
        >
          <ExactInput name="orderReference" defaultValue={typed.orderReference} maxLength={100} />
        </Field>
      ) : null}
      {kind === "stop_orders" ? <ProfileFields platforms={platforms} errors={errors} typed={typed} /> : null}
      <Field label="Message" hint={texts[kind].hint} error={errors.message}>
        <Textarea
          ref={message}
          name="message"
          defaultValue={typed.message}
          required
          maxLength={10_000}
          rows={5}
        />
      </Field>
      {error && !error.fieldErrors ? (
        <Alert variant="destructive" title="Failed to submit ticket">
          <p>
            <FailureText error={error} />
          </p>
        </Alert>
      ) : null}
      {result?.ok && isEmpty ? (
        <Alert variant="success" title={filedTitle}>
          {result.data}
        </Alert>
      ) : null}
      <SubmitButton
        isPending={isPending}
        pendingLabel="Submitting…"
        size="lg"
        // Not `disabled` while it is sent and emptied, which would drop the focus. Without JavaScript the button could
        // never be enabled.
        disabled={isHydrated && isEmpty && !isPending && !result?.ok}
        aria-disabled={isHydrated && (isEmpty || isPending)}
        className="self-start aria-disabled:bg-muted aria-disabled:text-muted-foreground max-sm:w-full"
      >
        {submitLabel ?? texts[kind].submit}
      </SubmitButton>
    </form>
  );
}

type ProfileFieldsProps = {
  platforms: [slug: string, label: string][];
  errors: Record<string, string>;
  typed: Record<string, string>;
};

function ProfileFields({ platforms, errors, typed }: ProfileFieldsProps) {
  return (
    <>
      <Field label="Platform" error={errors.platform}>
        <Select name="platform" defaultValue={typed.platform} options={platforms} />
      </Field>
      <Field label="Username" error={errors.username}>
        <ExactInput name="username" defaultValue={typed.username} required maxLength={300} />
      </Field>
    </>
  );
}

/** The form on static pages: a guest types an address, a customer's is the account's. */
export function VisitorSupportForm(props: Omit<SupportFormProps, "asksEmail">) {
  const visitor = useVisitor();
  return (
    <div className="flex flex-col gap-5">
      {visitor.kind === "customer" ? (
        <p className="text-sm text-muted-foreground">
          We'll reply to <span className="font-medium wrap-anywhere text-foreground">{visitor.email}</span>.
        </p>
      ) : null}
      <SupportForm {...props} asksEmail={visitor.kind !== "customer"} />
    </div>
  );
}
