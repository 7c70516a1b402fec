"use client";

import { useVisitor } from "@/components/layout/use-visitor";
import type { PublicTicketKind } from "@/lib/support/schema";
import { type OpenTicketAction, SupportForm } from "./support-form";

type VisitorSupportFormProps = {
  kind: PublicTicketKind;
  action: OpenTicketAction;
  hint?: string;
  submitLabel?: string;
  onFiled?: () => void;
};

/** The form on static pages: a guest types an address, a customer's is the account's. */
export function VisitorSupportForm(props: VisitorSupportFormProps) {
  const visitor = useVisitor();
  return (
    <div className="flex flex-col gap-5">
      {visitor.kind === "customer" ? (
        <p className="text-sm text-muted-foreground">
          We answer to <span className="font-medium wrap-anywhere text-foreground">{visitor.email}</span>.
        </p>
      ) : null}
      <SupportForm {...props} asksEmail={visitor.kind !== "customer"} />
    </div>
  );
}
