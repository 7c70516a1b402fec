"use client";

import { useRef } from "react";
import { FieldError } from "@/components/forms/field-error";
import { HiddenFields } from "@/components/forms/hidden-fields";
import { SubmitButton } from "@/components/forms/submit-button";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { TitledCard } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { plural } from "@/lib/base/text/plural";
import type { OrderView, RequestView } from "@/lib/orders/views/order-view";
import type { RequestKind } from "@/lib/orders/views/request-offers";
import { LocalTime } from "./local-time";

type OrderRequestsProps = {
  view: OrderView;
  /** ` within 24 hours` where the shop promises when it answers, else empty. */
  replyTime: string;
  request: FormAction;
  object: FormAction;
};

const choices: Record<RequestKind, { label: string; hint: string }> = {
  refill: {
    label: "The count has dropped",
    hint: "We count right away. What never arrived is sent again or refunded.",
  },
  nothing_arrived: {
    label: "Nothing has arrived",
    hint: "We check the delivery and count right away. What never arrived is sent again or refunded.",
  },
  slow: {
    label: "It's taking too long",
    hint: "We'll tell you where it stands. If it's later than we promise, we'll stop the rest if we can, and refund what did not arrive.",
  },
  cancel: {
    label: "Cancel what has not started",
    hint: "Anything we haven't started is cancelled right away. Its price goes back to your card once the rest of the order has ended.",
  },
  refund: {
    label: "Refund what has not arrived",
    hint: "We cancel what hasn't started, ask for the rest to be stopped, and refund whatever doesn't arrive.",
  },
};

/** The buyer's possible requests and their decisions; empty without any. Works without JavaScript. */
export function OrderRequests({ view, replyTime, request, object }: OrderRequestsProps) {
  const { kinds, ticketAt } = view.requests;
  if (kinds.length === 0 && view.decided.length === 0 && !ticketAt) return null;
  return (
    <TitledCard title="Something not right?" className="flex flex-col gap-5">
      <div aria-live="polite" className="flex flex-col gap-5 empty:hidden">
        {view.decided.map((decided) => (
          <Decided key={decided.id} decided={decided} view={view} replyTime={replyTime} object={object} />
        ))}
        {ticketAt ? (
          <p className="text-sm">
            Our team received your question on <LocalTime at={ticketAt} /> and will answer{replyTime}, at the
            order's email address.
          </p>
        ) : null}
      </div>
      {kinds.length > 0 ? <RequestForm view={view} replyTime={replyTime} action={request} /> : null}
    </TitledCard>
  );
}

type DecidedProps = { decided: RequestView; view: OrderView; replyTime: string; object: FormAction };

function Decided({ decided, view, replyTime, object }: DecidedProps) {
  const section = useRef<HTMLElement>(null);
  return (
    <section ref={section} tabIndex={-1} className="flex flex-col gap-2 border-b border-border pb-4">
      <h3 className="text-sm font-medium">
        {decided.isOwn ? `You chose “${choices[decided.kind].label}”` : "We counted again"}
        <LocalTime at={decided.at} className="block font-normal text-muted-foreground" />
      </h3>
      {decided.decisions.map(({ id, targets, message, lookAgainAt }) => (
        <p key={id}>
          {targets ? `${targets}: ` : ""}
          {message}
          {lookAgainAt ? (
            <>
              {" "}
              We'll check again by <LocalTime at={lookAgainAt} />.
            </>
          ) : null}
        </p>
      ))}
      {view.requests.ticketAt || view.money.isWhole || view.money.bank ? null : (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4">
            I don't agree
          </summary>
          {/* The form goes away once it was sent, and would take the focus along. */}
          <ObjectionForm
            token={view.token}
            requestId={decided.id}
            replyTime={replyTime}
            action={object}
            onSent={() => section.current?.focus()}
          />
        </details>
      )}
    </section>
  );
}

/** What follows when the buyer chooses a kind. */
function hintOf(kind: RequestKind, { isCounted, requests }: OrderView, replyTime: string): string {
  const { refillDays } = requests;
  if (!isCounted && (kind === "refill" || kind === "nothing_arrived")) {
    return `Nobody can count at this platform, so our team looks into it and writes to you${replyTime}. What never arrived is sent again or refunded.`;
  }
  return kind === "refill" && refillDays > 0
    ? `We count right away. What drops within ${plural(refillDays, "day")} of completion is sent again or refunded.`
    : choices[kind].hint;
}

type RequestFormProps = { view: OrderView; replyTime: string; action: FormAction };

function RequestForm({ view, replyTime, action }: RequestFormProps) {
  const { kinds } = view.requests;
  const { formProps, isPending, result, error } = useSentForm(action);
  const problem = error?.fieldErrors?.kind ?? error?.message;
  return (
    <form {...formProps} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="token" value={view.token} />
      <fieldset className="flex flex-col" aria-describedby={problem ? "request-error" : undefined}>
        <legend className="sr-only">What is not right?</legend>
        {kinds.map((kind) => (
          <label key={kind} className="flex min-h-11 cursor-pointer gap-3 py-2">
            <input type="radio" name="kind" value={kind} required className="mt-1 size-4.5 accent-primary" />
            <span>
              {choices[kind].label}
              <span className="block text-sm text-muted-foreground">{hintOf(kind, view, replyTime)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <FieldError id="request-error" error={problem} />
      {/* An answer that did not change is not listed again. */}
      {result?.ok && !isPending ? (
        <p role="status">We have checked your order. The latest answer is above.</p>
      ) : null}
      <div>
        <SubmitButton isPending={isPending}>Check and decide now</SubmitButton>
      </div>
    </form>
  );
}

type ObjectionFormProps = {
  token: string;
  requestId: string;
  replyTime: string;
  action: FormAction;
  onSent: () => void;
};

function ObjectionForm({ token, requestId, replyTime, action, onSent }: ObjectionFormProps) {
  const { formProps, isPending, error, errors, typed } = useSentForm(action, (sent) => {
    if (sent.ok) onSent();
  });
  return (
    <form {...formProps} noValidate className="flex flex-col gap-3 pt-1">
      <HiddenFields values={{ token, requestId }} />
      <Field
        label="Why not?"
        hint={`Our team reads this together with the facts of your order, and answers${replyTime || " by email"}.`}
        error={errors.message ?? error?.message}
      >
        <Textarea name="message" defaultValue={typed.message} rows={3} maxLength={2000} required />
      </Field>
      <div>
        <SubmitButton isPending={isPending} variant="outline">
          Send to our team
        </SubmitButton>
      </div>
    </form>
  );
}
