"use client";

import { useState } from "react";
import { ActionDialog } from "./action-dialog";
import { ActionInput, type AdminAction } from "./action-form";

export type RefundChoice = {
  kind: "undelivered" | "part" | "full";
  label: string;
  /** What it means for the delivery and for later refunds. */
  detail: string;
  submitLabel: string;
};

type RefundDialogProps = {
  action: AdminAction;
  /** The order, and the intent that makes one refund of a form that is sent twice. */
  hidden: { orderId: string; intent: string };
  /** The suggestion comes first. */
  choices: readonly [RefundChoice, ...RefundChoice[]];
  most: string;
};

const reasons = [
  "Not delivered in full",
  "Delivered too late",
  "The buyer asked for it",
  "Ordered by mistake",
  "Paid twice",
] as const;

/** Refunds an order: what was not delivered, an amount, or all of it. */
export function RefundDialog({ action, hidden, choices, most }: RefundDialogProps) {
  const [kind, setKind] = useState<RefundChoice["kind"]>(choices[0].kind);
  const chosen = choices.find((choice) => choice.kind === kind) ?? choices[0];
  return (
    <ActionDialog
      label="Refund"
      anchor="refund"
      title="Refund this order"
      detail="The money goes back to the card that paid."
      submitLabel={chosen.submitLabel}
      isDestructive={chosen.kind === "full"}
      action={action}
      hidden={hidden}
      reasons={reasons}
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">How much</legend>
        {choices.map((choice) => (
          <label
            key={choice.kind}
            className="flex min-h-11 cursor-pointer items-start gap-3 rounded-lg border border-border p-3 has-checked:border-primary has-checked:bg-primary-soft"
          >
            <input
              type="radio"
              name="kind"
              value={choice.kind}
              checked={choice.kind === chosen.kind}
              onChange={() => setKind(choice.kind)}
              className="mt-0.5 size-5 shrink-0 accent-primary"
            />
            <span className="flex flex-col">
              <span className="font-medium">{choice.label}</span>
              {choice.kind === chosen.kind ? (
                <span className="text-sm text-muted-foreground">{choice.detail}</span>
              ) : null}
            </span>
          </label>
        ))}
      </fieldset>
      {chosen.kind === "part" ? (
        <ActionInput
          name="amount"
          label="Amount in dollars"
          hint={`At most ${most}.`}
          inputMode="decimal"
          required
          maxLength={10}
        />
      ) : null}
    </ActionDialog>
  );
}
