"use client";

import { useRouter } from "next/navigation";
import { startTransition, useActionState, useEffect, useRef, useState } from "react";
import type { AdminResult } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { useKeyedChange } from "@/components/admin/use-keyed-change";
import { awaitAction } from "@/components/forms/await-action";
import { focusOn } from "@/components/forms/focus-on";
import { formOf } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Spinner } from "@/components/ui/spinner";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { tabStorage } from "@/lib/safe-storage";
import { answerTicketAction, fillReplyAction } from "./actions";

export type AnsweredTicket = { id: string; version: number; subject: string; awaitsAnswer: boolean };

/** A saved reply that the form offers. */
type ReplyChoice = { id: string; title: string };

type TicketAnswerProps = { ticket: AnsweredTicket; replies: ReplyChoice[] };

/**
 * The answer form, offered until the ticket has an answer. A text is not sent to a ticket that has changed, such as by
 * its customer's message: the page is refreshed, and the text can be sent again unless somebody else has answered.
 * Drafts are stored in the tab, so that they survive a reload or a filter: a ticket with a draft opens with the form.
 */
export function TicketAnswer({ ticket, replies }: TicketAnswerProps) {
  const router = useRouter();
  const draftKey = `admin-draft:${ticket.id}`;
  const box = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<"closed" | "canceled" | "asked" | "kept">("closed");
  const [text, setText] = useState("");
  const write = (next: string) => {
    setText(next);
    tabStorage.write(draftKey, next);
  };
  // Appends the reply to the text as it is when the reply arrives: more may have been typed meanwhile.
  const add = (reply: string) =>
    setText((typed) => {
      const next = typed.trim() === "" ? reply : `${typed.trimEnd()}\n\n${reply}`;
      tabStorage.write(draftKey, next);
      return next;
    });
  const close = (next: "closed" | "canceled") => {
    tabStorage.remove(draftKey);
    setState(next);
    // The form goes away: the ticket's card takes the focus, or after a cancel the button that offers the form again.
    focusOn(box.current?.closest("article") ?? null);
  };
  useEffect(() => {
    const draft = tabStorage.read(draftKey);
    if (!draft) return;
    setText(draft);
    setState("kept");
  }, [draftKey]);
  const [result, send, isPending] = useActionState(
    async (previous: AdminResult | null, form: FormData | null): Promise<AdminResult | null> => {
      if (form === null) return null;
      const next = await awaitAction(answerTicketAction(previous, form));
      if (next.ok) {
        toast.success(next.data.message);
        close("closed");
      } else if (!next.error.fieldErrors) {
        toast.error("Failed to send response", { description: "Your text is kept." });
        if (next.error.code === "conflict") router.refresh();
      }
      return next;
    },
    null,
  );
  const failure = result && !result.ok ? result.error : null;
  if (state === "closed" || state === "canceled") {
    return ticket.awaitsAnswer ? (
      <Button
        size="sm"
        className="self-start"
        autoFocus={state === "canceled"}
        aria-label={`Respond to ${ticket.subject}`}
        onClick={() => {
          setText("");
          setState("asked");
        }}
      >
        Respond
      </Button>
    ) : null;
  }
  return (
    <form
      ref={box}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        if (!isPending) startTransition(() => send(form));
      }}
      className="flex flex-col gap-4 border-t border-border pt-4"
    >
      <input type="hidden" name="ticketId" value={ticket.id} />
      <input type="hidden" name="version" value={ticket.version} />
      <SavedReplySelect ticketId={ticket.id} replies={replies} onFilled={add} />
      <Field label="Your response" error={failure?.fieldErrors?.text}>
        <Textarea
          name="text"
          value={text}
          onChange={(event) => write(event.target.value)}
          required
          autoFocus={state === "asked"}
          className="min-h-32"
        />
      </Field>
      {ticket.awaitsAnswer ? null : (
        <Alert variant="destructive">
          This ticket has been answered or closed. Your text was not sent and stays here.
        </Alert>
      )}
      {ticket.awaitsAnswer && failure && !failure.fieldErrors ? (
        <Alert variant="destructive">
          {failure.code === "conflict" ? (
            <p>
              This ticket has changed. Your text was not sent and stays here:{" "}
              <AdminLink
                href={`/admin/tickets/${ticket.id}`}
                className="font-semibold underline underline-offset-4"
              >
                read the ticket
              </AdminLink>
              , then send it again.
            </p>
          ) : (
            failure.message
          )}
        </Alert>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {ticket.awaitsAnswer ? (
          <Button type="submit" size="sm" aria-disabled={isPending}>
            {isPending ? <Spinner /> : null}
            Send Response
          </Button>
        ) : null}
        <Button
          type="button"
          variant="outline"
          size="sm"
          onClick={() => {
            close("canceled");
            startTransition(() => send(null));
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

type SavedReplySelectProps = {
  ticketId: string;
  replies: ReplyChoice[];
  onFilled: (text: string) => void;
};

/**
 * Appends a saved reply to the typed text, by keyboard with a button; renders nothing without saved replies.
 */
function SavedReplySelect({ ticketId, replies, onFilled }: SavedReplySelectProps) {
  const [failure, setFailure] = useState<string>();
  const [isPending, setPending] = useState(false);
  const [chosen, setChosen] = useState("");
  const { isKeyed, keyProps } = useKeyedChange();
  const box = useRef<HTMLDivElement>(null);
  if (replies.length === 0) return null;
  const choose = async (replyId: string) => {
    if (isPending || replyId === "") return;
    setPending(true);
    const filled = await awaitAction(fillReplyAction(null, formOf({ ticketId, replyId })));
    setPending(false);
    setFailure(filled.ok ? undefined : filled.error.message);
    if (!filled.ok) return;
    onFilled(filled.data.text);
    setChosen("");
  };
  return (
    <div ref={box} className="flex items-end gap-3">
      <Field label="Saved reply" hint="It is added under what you typed." error={failure} className="flex-1">
        <Select
          value={chosen}
          // Not `disabled`, which would drop the focus.
          aria-disabled={isPending}
          {...keyProps}
          onChange={({ target }) => {
            if (isKeyed()) setChosen(target.value);
            else void choose(target.value);
          }}
          options={[["", "Choose …"], ...replies.map(({ id, title }) => [id, title] as const)]}
        />
      </Field>
      {chosen === "" ? null : (
        <Button
          type="button"
          variant="outline"
          className="min-h-12"
          onClick={() => {
            // This button goes away when the reply is added.
            focusOn(box.current?.querySelector("select") ?? null);
            void choose(chosen);
          }}
        >
          Add
        </Button>
      )}
    </div>
  );
}
