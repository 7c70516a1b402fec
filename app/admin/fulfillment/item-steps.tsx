import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionInput } from "@/components/admin/action-form";
import { formatCents } from "@/lib/money";
import type { ItemFile } from "@/lib/reporting/item-file";
import type { ItemStep } from "@/lib/reporting/item-steps";
import {
  attachProviderOrderAction,
  cancelAtSupplierAction,
  cancelItemAction,
  completeManuallyAction,
  requestRefillAction,
  resubmitItemAction,
  startManuallyAction,
} from "./actions";

type StepDialog = Pick<
  React.ComponentProps<typeof ActionDialog>,
  "label" | "title" | "detail" | "submitLabel"
> & {
  isDestructive?: boolean;
  fields?: React.ReactNode;
};

/** The possible next steps of an item, each with its consequences. */
export function ItemSteps({ item }: { item: ItemFile }) {
  if (item.steps.length === 0) return null;
  const hidden = { itemId: item.id, orderId: item.orderId };
  return (
    <div className="flex flex-wrap gap-2">
      {item.steps.map((step) => {
        const { fields, ...dialog } = dialogs[step](item);
        return (
          <ActionDialog key={step} {...dialog} hidden={hidden} action={actions[step]}>
            {fields}
          </ActionDialog>
        );
      })}
    </div>
  );
}

const actions = {
  attach: attachProviderOrderAction,
  resubmit: resubmitItemAction,
  cancel: cancelItemAction,
  cancel_at_supplier: cancelAtSupplierAction,
  start: startManuallyAction,
  complete: completeManuallyAction,
  refill: requestRefillAction,
} satisfies Record<ItemStep, unknown>;

const unitsOf = (item: ItemFile) => `${item.quantity.toLocaleString("en-US")} units`;
const worthOf = (item: ItemFile) => formatCents(item.undeliveredCents);

const dialogs: Record<ItemStep, (item: ItemFile) => StepDialog> = {
  attach: (item) => ({
    label: "Attach its number",
    title: "Attach the supplier's number",
    detail: `${item.supplierName ?? "The supplier"} is asked about the number first. If it knows it, the item's ${unitsOf(item)} are followed from there; nothing is bought again and nothing is refunded.`,
    submitLabel: "Attach",
    fields: (
      <ActionInput
        name="providerOrderId"
        label="Order number at the supplier"
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={40}
      />
    ),
  }),
  resubmit: (item) => ({
    label: "Send again",
    title: "Send this item again",
    detail:
      item.state === "unknown"
        ? `${unitsOf(item)} are ordered once more. If the supplier did take the first order, the shop pays for both, and the buyer gets up to twice as many.`
        : `${unitsOf(item)} are offered to the suppliers again. Refusals from before no longer count.`,
    submitLabel: "Send again",
    isDestructive: item.state === "unknown",
  }),
  cancel: (item) => ({
    label: "Cancel",
    title: "Cancel this item",
    detail: `Its ${unitsOf(item)}, ${worthOf(item)} of the payment, are given up${item.state === "unknown" ? ", even if the supplier did take them" : ""}. With the order's last item the order ends, and what was not delivered goes back to the card.`,
    submitLabel: "Cancel the item",
    isDestructive: true,
  }),
  cancel_at_supplier: (item) => ({
    label: "Cancel at the supplier",
    title: "Ask the supplier to stop",
    detail: `${item.supplierName ?? "The supplier"} is asked to stop number ${item.providerOrderId}. Its next status says what was delivered; of the rest, up to ${worthOf(item)} goes back to the card then.`,
    submitLabel: "Ask to stop",
    isDestructive: true,
  }),
  start: (item) => ({
    label: "Begin",
    title: "The work has begun",
    detail: `The buyer sees that the delivery of ${unitsOf(item)} has started. No money moves.`,
    submitLabel: "Begin",
  }),
  complete: (item) => ({
    label: "Mark as done",
    title: "Say what was delivered",
    detail: `The item ends with the units you vouch for. When the order ends, the share of what was not delivered goes back to the card: ${worthOf(item)} if no more arrived than is known now.`,
    submitLabel: "End the item",
    fields: (
      <ActionInput
        name="deliveredUnits"
        label="Units delivered"
        hint={`Of ${unitsOf(item)}.`}
        inputMode="numeric"
        autoComplete="off"
        required
        maxLength={9}
      />
    ),
  }),
  refill: (item) => ({
    label: "Request a refill",
    title: "Request a refill",
    detail: `${item.supplierName ?? "The supplier"} is asked to deliver again what has dropped of ${unitsOf(item)}. It costs nothing.`,
    submitLabel: "Request",
  }),
};
