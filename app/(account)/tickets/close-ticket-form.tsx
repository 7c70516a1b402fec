"use client";

import { FailureText } from "@/components/forms/failure-text";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";

/** Closes a ticket for its owner; the text beside it says that this is final. */
export function CloseTicketForm({ ticketId, action }: { ticketId: string; action: FormAction<null> }) {
  const { formProps, isPending, error } = useSentForm(action, (outcome) => {
    if (outcome.ok) toast.success("Ticket closed");
  });
  return (
    <form {...formProps} className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <input type="hidden" name="ticketId" value={ticketId} />
      <Button type="submit" variant="outline" aria-disabled={isPending}>
        Close ticket
      </Button>
      <p className="text-sm text-muted-foreground">Nothing more to say? A closed ticket can't be reopened.</p>
      {error ? (
        <p role="alert" className="w-full text-sm font-medium text-destructive">
          <FailureText error={error} />
        </p>
      ) : null}
    </form>
  );
}
