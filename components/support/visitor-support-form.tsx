"use client";

import { useVisitor } from "@/components/layout/use-visitor";
import { SupportForm, type SupportFormProps } from "./support-form";

/** The form on static pages: a guest types an address, a customer's is the account's. */
export function VisitorSupportForm(props: Omit<SupportFormProps, "asksEmail">) {
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
