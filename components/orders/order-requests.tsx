"use client";

import { ChevronDown } from "lucide-react";
import { type FormAction, useSentForm } from "@/components/forms/use-sent-form";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Field } from "@/components/ui/field";
import { Spinner } from "@/components/ui/spinner";
import { Textarea } from "@/components/ui/textarea";
import type { OrderView } from "@/lib/orders/order-view";
import type { RequestKind, RequestOffer } from "@/lib/orders/request-offers";
import { LocalTime } from "./local-time";

/** Files a refill or refund request. Works without JavaScript. */
export type RequestAction = FormAction;

type OrderRequestsProps = { view: OrderView; action: RequestAction };

const texts: Record<RequestKind, { title: string; conditions: string; hint: string; send: string }> = {
  refill: {
    title: "Ask for a refill",
    conditions:
      "If the count drops within 5 days of completion, we replace what is missing. The account must still be public and its username unchanged.",
    hint: "For example the count you see now. You may leave this empty.",
    send: "Send refill request",
  },
  refund: {
    title: "Ask for a refund",
    conditions:
      "You may ask within 30 calendar days of purchase for what was not delivered. We review each request within 3-5 business days; an approved refund reaches your card within 7-10 business days. Promotional credits, fully delivered services and accounts that violate the terms are excluded.",
    hint: "What went wrong? You may leave this empty.",
    send: "Send refund request",
  },
};

/** The requests that the terms allow now; nothing when there are none. */
export function OrderRequests({ view, action }: OrderRequestsProps) {
  const kinds = (["refill", "refund"] as const).filter((kind) => view.requests[kind].state !== "none");
  if (kinds.length === 0) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>Something not right?</CardTitle>
      </CardHeader>
      <CardContent className="flex flex-col divide-y divide-border">
        {kinds.map((kind) => (
          <div key={kind} className="py-3 first:pt-0 last:pb-0">
            <Request
              kind={kind}
              offer={view.requests[kind]}
              token={view.token}
              action={action}
              isOpen={kind === "refill" && view.items.some((item) => item.dropped !== null)}
            />
          </div>
        ))}
      </CardContent>
    </Card>
  );
}

type RequestProps = {
  kind: RequestKind;
  offer: RequestOffer;
  token: string;
  action: RequestAction;
  /** The shop's own counts show the reason for the request. */
  isOpen: boolean;
};

function Request({ kind, offer, token, action, isOpen }: RequestProps) {
  if (offer.state === "asked") {
    return (
      <p role="status">
        You asked for a {kind} on <LocalTime at={offer.at} />. We get back to you within 24 hours, at the
        order's email address.
      </p>
    );
  }
  if (offer.state === "none") return null;
  const { title, conditions } = texts[kind];
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-11 cursor-pointer items-center font-medium underline-offset-4 hover:underline">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-4.5 text-muted-foreground transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-4 pt-2">
        <p className="text-sm text-muted-foreground">
          {conditions} Possible until <LocalTime at={offer.until} />.
        </p>
        <RequestForm kind={kind} token={token} action={action} />
      </div>
    </details>
  );
}

function RequestForm({ kind, token, action }: Pick<RequestProps, "kind" | "token" | "action">) {
  const { formProps, isPending, result, typed } = useSentForm(action);
  const error = result && !result.ok ? result.error : null;
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="kind" value={kind} />
      <Field
        label="Your message (optional)"
        hint={texts[kind].hint}
        error={error ? (error.fieldErrors?.message ?? error.message) : undefined}
      >
        <Textarea name="message" defaultValue={typed.message} rows={3} maxLength={2000} />
      </Field>
      <div>
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? <Spinner /> : null} {texts[kind].send}
        </Button>
      </div>
    </form>
  );
}
