"use client";

import { useRef } from "react";
import { FailureText } from "@/components/forms/failure-text";
import { FieldError } from "@/components/forms/field-error";
import { focusOn } from "@/components/forms/focus-on";
import { useSentForm } from "@/components/forms/use-sent-form";
import { useTextOf } from "@/components/forms/use-text-of";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { closeAction, replyAction } from "./actions";

type ReplyFormProps = { ticketId: string; isResolved: boolean };

/** A customer's reply. The text stays until it is sent. */
export function ReplyForm({ ticketId, isResolved }: ReplyFormProps) {
  const message = useRef<HTMLTextAreaElement>(null);
  const isEmpty = useTextOf(message).trim() === "";
  const isHydrated = useIsHydrated();
  const { formProps, isPending, error, errors, typed } = useSentForm(replyAction, (outcome) => {
    if (!outcome.ok) return;
    formProps.ref.current?.reset();
    toast.success("Reply sent", { description: outcome.data });
  });
  return (
    <form {...formProps} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="ticketId" value={ticketId} />
      <Field
        label="Your reply"
        hint={isResolved ? "A reply opens the ticket again." : undefined}
        error={errors.message ?? (error ? <FailureText error={error} /> : undefined)}
      >
        <Textarea
          ref={message}
          name="message"
          defaultValue={typed.message}
          required
          maxLength={10_000}
          rows={4}
        />
      </Field>
      <Button
        type="submit"
        // Not `disabled`, which would drop the focus. Without JavaScript the button could never be enabled.
        aria-disabled={isHydrated && (isEmpty || isPending)}
        className="self-start aria-disabled:bg-muted aria-disabled:text-muted-foreground"
      >
        {isPending ? "Sending…" : "Send reply"}
      </Button>
    </form>
  );
}

/** Closes a ticket for its owner; the text beside it says that this is final. The section around it takes the focus. */
export function CloseTicketForm({ ticketId }: { ticketId: string }) {
  const { formProps, isPending, error } = useSentForm(closeAction, (outcome) => {
    if (!outcome.ok) return;
    toast.success("Ticket closed");
    focusOn(formProps.ref.current?.closest("section") ?? null);
  });
  return (
    <form {...formProps} className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <input type="hidden" name="ticketId" value={ticketId} />
      <Button type="submit" variant="outline" aria-disabled={isPending}>
        Close ticket
      </Button>
      <p className="text-sm text-muted-foreground">Nothing more to say? A closed ticket can't be reopened.</p>
      <FieldError error={error && <FailureText error={error} />} />
    </form>
  );
}
