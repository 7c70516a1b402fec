"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { sendOnCtrlEnter } from "@/components/admin/action-form";
import { AdminLink } from "@/components/admin/admin-link";
import { nextCase } from "@/components/admin/case-nav";
import { useKeyedChange } from "@/components/admin/use-keyed-change";
import { focusOn } from "@/components/forms/focus-on";
import { HiddenFields } from "@/components/forms/hidden-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { formOf, useFocusAfterSuccess, useSentForm } from "@/components/forms/use-sent-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { tabStorage } from "@/lib/base/safe-storage";
import { answerTicketAction, fillReplyAction } from "./actions";

export type AnsweredTicket = { id: string; version: number; subject: string; awaitsAnswer: boolean };

/** A saved reply that the form offers. */
type ReplyChoice = { id: string; title: string };

type TicketAnswerProps = { ticket: AnsweredTicket; replies: ReplyChoice[] };

/**
 * The answer form, offered until the ticket has an answer. Drafts are stored in the tab, so that they survive a reload
 * or a filter: a ticket with a draft opens with the form.
 */
export function TicketAnswer({ ticket, replies }: TicketAnswerProps) {
  const draftKey = `admin-draft:${ticket.id}`;
  const [state, setState] = useState<"closed" | "canceled" | "asked" | "kept">("closed");
  // In a filtered list the answered ticket disappears, together with the element that had the focus.
  const isAnswered = useFocusAfterSuccess();
  useEffect(() => {
    if (tabStorage.read(draftKey)) setState("kept");
  }, [draftKey]);
  if (state === "asked" || state === "kept") {
    return (
      <AnswerForm
        ticket={ticket}
        replies={replies}
        draftKey={draftKey}
        isAsked={state === "asked"}
        onClose={(how) => {
          isAnswered.current = how === "closed";
          setState(how);
        }}
      />
    );
  }
  return ticket.awaitsAnswer ? (
    <Button
      size="sm"
      className="self-start"
      autoFocus={state === "canceled"}
      aria-label={`Respond to ${ticket.subject}`}
      onClick={() => setState("asked")}
    >
      Respond
    </Button>
  ) : null;
}

type AnswerFormProps = TicketAnswerProps & {
  draftKey: string;
  /** True when the administrator has just opened the form, which then takes the focus. */
  isAsked: boolean;
  onClose: (how: "closed" | "canceled") => void;
};

/**
 * A text is not sent to a ticket that has changed, such as by its customer's message: the page is refreshed, and the
 * text can be sent again unless somebody else has answered.
 */
function AnswerForm({ ticket, replies, draftKey, isAsked, onClose }: AnswerFormProps) {
  const router = useRouter();
  const [text, setText] = useState(() => tabStorage.read(draftKey) ?? "");
  const write = (next: string) => {
    setText(next);
    tabStorage.write(draftKey, next);
  };
  const { formProps, isPending, error, errors } = useSentForm(answerTicketAction, (answer) => {
    if (answer.ok) {
      toast.success(answer.data.message, nextCase());
      close("closed");
    } else if (!answer.error.fieldErrors) {
      toast.error("Failed to send response", { description: "Your text is kept." });
      if (answer.error.code === "conflict") router.refresh();
    }
  });
  const close = (how: "closed" | "canceled") => {
    tabStorage.remove(draftKey);
    onClose(how);
    // The form goes away: the ticket's card takes the focus, or after a cancel the button that offers the form again.
    focusOn(formProps.ref.current?.closest("article") ?? null);
  };
  // Appends the reply to the text as it is when the reply arrives: more may have been typed, or the form closed.
  const add = (reply: string) => {
    if (!formProps.ref.current) return;
    setText((typed) => {
      const next = typed.trim() === "" ? reply : `${typed.trimEnd()}\n\n${reply}`;
      tabStorage.write(draftKey, next);
      return next;
    });
  };
  return (
    <div className="flex w-full basis-full flex-col gap-4 border-t border-border pt-4">
      <SavedReplySelect ticketId={ticket.id} replies={replies} onFilled={add} />
      <form {...formProps} noValidate onKeyDown={sendOnCtrlEnter} className="flex flex-col gap-4">
        <HiddenFields values={{ ticketId: ticket.id, version: ticket.version }} />
        <Field label="Your response" error={errors.text}>
          <Textarea
            name="text"
            value={text}
            onChange={(event) => write(event.target.value)}
            required
            autoFocus={isAsked}
            className="min-h-32"
          />
        </Field>
        {ticket.awaitsAnswer ? null : (
          <Alert variant="destructive">
            This ticket has been answered or closed. Your text was not sent and stays here.
          </Alert>
        )}
        {ticket.awaitsAnswer && error && !error.fieldErrors ? (
          <Alert variant="destructive">
            {error.code === "conflict" ? (
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
              error.message
            )}
          </Alert>
        ) : null}
        <div className="flex flex-wrap gap-2">
          {ticket.awaitsAnswer ? (
            <SubmitButton isPending={isPending} size="sm">
              Send Response
            </SubmitButton>
          ) : null}
          <Button
            type="button"
            variant="outline"
            size="sm"
            aria-disabled={isPending}
            onClick={() => {
              if (!isPending) close("canceled");
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </div>
  );
}

type SavedReplySelectProps = {
  ticketId: string;
  replies: ReplyChoice[];
  onFilled: (text: string) => void;
};

/** Appends a saved reply to the typed text, by keyboard with a button; renders nothing without saved replies. */
function SavedReplySelect({ ticketId, replies, onFilled }: SavedReplySelectProps) {
  const [chosen, setChosen] = useState("");
  const { isKeyed, keyProps } = useKeyedChange();
  const box = useRef<HTMLDivElement>(null);
  const { isPending, error, send } = useSentForm(fillReplyAction, (filled) => {
    if (!filled.ok) return;
    onFilled(filled.data.text);
    setChosen("");
  });
  if (replies.length === 0) return null;
  const choose = (replyId: string) => {
    if (!isPending && replyId !== "") send(formOf({ ticketId, replyId }));
  };
  return (
    <div ref={box} className="flex items-end gap-3">
      <Field
        label="Saved reply"
        hint="It is added under what you typed."
        error={error?.message}
        className="flex-1"
      >
        <Select
          value={chosen}
          // Not `disabled`, which would drop the focus.
          aria-disabled={isPending}
          {...keyProps}
          onChange={({ target }) => {
            if (isKeyed()) setChosen(target.value);
            else choose(target.value);
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
            choose(chosen);
          }}
        >
          Add
        </Button>
      )}
    </div>
  );
}
