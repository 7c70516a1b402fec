import { ActionDialog } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import { counted } from "@/lib/counted";
import { formatCents } from "@/lib/money";
import type { ItemDetails, ItemStep } from "@/lib/reporting/item-details";
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
export function ItemSteps({ item }: { item: ItemDetails }) {
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

const unitsOf = (item: ItemDetails) => counted(item.quantity, "unit");
const worthOf = (item: ItemDetails) => formatCents(item.undeliveredCents);

const dialogs: Record<ItemStep, (item: ItemDetails) => StepDialog> = {
  attach: (item) => ({
    label: "Attach the number",
    title: "Attach the supplier's number",
    detail: `${item.supplierName ?? "The supplier"} is asked about the number first. If it knows the number, the item is tracked there; nothing is bought again and nothing is refunded.`,
    submitLabel: "Attach",
    fields: (
      <ActionInput
        name="providerOrderId"
        label="Order number at the supplier"
        inputMode="numeric"
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
        ? `This orders ${unitsOf(item)} once more. If the supplier did take the first order, the shop pays for both, and the buyer gets up to twice as many.`
        : `This offers ${unitsOf(item)} to the suppliers again. Earlier refusals no longer count.`,
    submitLabel: "Send again",
    isDestructive: item.state === "unknown",
  }),
  cancel: (item) => ({
    label: "Cancel",
    title: "Cancel this item",
    detail: `This cancels ${unitsOf(item)}, worth ${worthOf(item)}${item.state === "unknown" ? ", even if the supplier did take the order" : ""}. When the order's last item ends, the money for undelivered units goes back to the card.`,
    submitLabel: "Cancel the item",
    isDestructive: true,
  }),
  cancel_at_supplier: (item) => ({
    label: "Cancel at the supplier",
    title: "Ask the supplier to stop",
    detail: `${item.supplierName ?? "The supplier"} is asked to stop number ${item.providerOrderId}. Its next status says what was delivered. For the rest, up to ${worthOf(item)} then goes back to the card.`,
    submitLabel: "Ask to stop",
    isDestructive: true,
  }),
  start: (item) => ({
    label: "Start",
    title: "Start the delivery",
    detail: `The buyer will see that the delivery of ${unitsOf(item)} has started. No money moves.`,
    submitLabel: "Start",
  }),
  complete: (item) => ({
    label: "Mark as completed",
    title: "Complete this item",
    detail: `The item ends with the number you enter. When the order ends, the money for undelivered units goes back to the card: ${worthOf(item)} if no more arrived than is known now.`,
    submitLabel: "Complete the item",
    fields: (
      <ActionInput
        name="deliveredUnits"
        label="Units delivered"
        hint={`Of ${unitsOf(item)}.`}
        inputMode="numeric"
        required
        maxLength={9}
      />
    ),
  }),
  refill: (item) => ({
    label: "Request a refill",
    title: "Request a refill",
    detail: `${item.supplierName ?? "The supplier"} is asked to replace what has dropped of ${unitsOf(item)}. It is free.`,
    submitLabel: "Request",
  }),
};
