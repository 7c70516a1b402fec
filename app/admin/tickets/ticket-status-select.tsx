"use client";

import { useRouter } from "next/navigation";
import { startTransition, useActionState, useState } from "react";
import type { AdminResult } from "@/components/admin/action-form";
import { askShop } from "@/components/forms/ask-shop";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { useIsHydrated } from "@/components/ui/use-is-hydrated";
import { type TicketStatus, ticketStatuses, ticketStatusLabels } from "@/lib/support/ticket-status";
import { setTicketStatusAction } from "./actions";

type TicketStatusSelectProps = {
  ticket: { id: string; version: number; status: TicketStatus };
};

/** Sets a ticket's status when it is selected; closing, which is final, asks for confirmation. */
export function TicketStatusSelect({ ticket }: TicketStatusSelectProps) {
  const router = useRouter();
  const isHydrated = useIsHydrated();
  const [isClosing, setClosing] = useState(false);
  const [result, set, isPending] = useActionState(
    async (previous: AdminResult | null, status: TicketStatus): Promise<AdminResult> => {
      const form = new FormData();
      form.set("ticketId", ticket.id);
      form.set("version", String(ticket.version));
      form.set("status", status);
      const next = await askShop(setTicketStatusAction(previous, form));
      if (next.ok) toast.success(next.data.message);
      else {
        toast.error("Failed to update status");
        if (next.error.code === "conflict") router.refresh();
      }
      return next;
    },
    null,
  );
  const choose = (status: TicketStatus) => {
    setClosing(false);
    startTransition(() => set(status));
  };
  return (
    <div className="flex flex-col gap-3">
      <Field label="Status" className="w-44">
        <Select
          value={isClosing ? "closed" : ticket.status}
          // A choice before hydration would show but not be saved.
          disabled={!isHydrated || isPending}
          onChange={(event) => {
            const status = ticketStatuses.find((each) => each === event.target.value);
            if (status === "closed") setClosing(true);
            else if (status) choose(status);
          }}
          options={ticketStatuses.map((status) => [status, ticketStatusLabels[status]] as const)}
        />
      </Field>
      {isClosing ? (
        <Alert variant="warning">
          <p>A closed ticket can't be opened or answered again.</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="destructive" onClick={() => choose("closed")}>
              Close the ticket
            </Button>
            <Button size="sm" variant="outline" onClick={() => setClosing(false)}>
              Keep it
            </Button>
          </div>
        </Alert>
      ) : null}
      {result && !result.ok ? <Alert variant="destructive">{result.error.message}</Alert> : null}
    </div>
  );
}
