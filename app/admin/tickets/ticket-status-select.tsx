"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useKeyedChange } from "@/components/admin/use-keyed-change";
import { focusOn } from "@/components/forms/focus-on";
import { formOf, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { type TicketStatus, ticketStatuses, ticketStatusLabels } from "@/lib/people/support/ticket-status";
import { setTicketStatusAction } from "./actions";

type TicketStatusSelectProps = {
  ticket: { id: string; version: number; subject: string; status: TicketStatus };
};

/**
 * Sets a ticket's status when it is selected, with the keyboard by a button. Closing, which is final, asks for
 * confirmation.
 */
export function TicketStatusSelect({ ticket }: TicketStatusSelectProps) {
  const box = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const isHydrated = useIsHydrated();
  const [chosen, setChosen] = useState<TicketStatus | null>(null);
  const { isKeyed, keyProps } = useKeyedChange();
  const form = useSentForm(setTicketStatusAction, (next) => {
    if (next.ok) {
      toast.success(next.data.message);
      setChosen(null);
      // A closed ticket offers no status: its card takes the focus.
      if (chosen === "closed") focusOn(box.current?.closest("article") ?? null);
    } else {
      toast.error("Failed to update status");
      if (next.error.code === "conflict") router.refresh();
    }
  });
  const { isPending, error } = form;
  const status = chosen ?? ticket.status;
  const send = (wanted: TicketStatus) => {
    if (isPending || wanted === ticket.status) return;
    form.send(formOf({ ticketId: ticket.id, version: String(ticket.version), status: wanted }));
  };
  /** For the buttons that go away when they are pressed. */
  const focusOnSelect = () => focusOn(box.current?.querySelector("select") ?? null);
  return (
    <div ref={box} className="flex flex-col gap-3">
      <div className="flex items-end gap-3">
        <Field label="Status" className="w-44">
          <Select
            value={status}
            // A choice before hydration would be lost.
            disabled={!isHydrated}
            // Not `disabled`, which would drop the focus.
            aria-disabled={isPending}
            {...keyProps}
            onChange={(event) => {
              const wanted = ticketStatuses.find((each) => each === event.target.value);
              if (!wanted || isPending) return;
              setChosen(wanted);
              if (!isKeyed() && wanted !== "closed") send(wanted);
            }}
            options={Object.entries(ticketStatusLabels)}
          />
        </Field>
        {status === ticket.status || status === "closed" || isPending ? null : (
          <Button
            variant="outline"
            className="mb-1.5 min-h-12"
            aria-label={`Set the status of ${ticket.subject}`}
            onClick={() => {
              focusOnSelect();
              send(status);
            }}
          >
            Set
          </Button>
        )}
      </div>
      {status === "closed" ? (
        <Alert variant="warning">
          <p>A closed ticket can't be opened or answered again.</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="destructive" aria-disabled={isPending} onClick={() => send("closed")}>
              Close the ticket
            </Button>
            <Button
              size="sm"
              variant="outline"
              onClick={() => {
                focusOnSelect();
                setChosen(null);
              }}
            >
              Keep it
            </Button>
          </div>
        </Alert>
      ) : null}
      {error ? <Alert variant="destructive">{error.message}</Alert> : null}
    </div>
  );
}
