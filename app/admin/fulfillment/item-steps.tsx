import { AllowedDialog } from "@/app/admin/allowed-action";
import { ActionInput } from "@/components/admin/action-form";
import { formatCents } from "@/lib/base/money";
import { plural } from "@/lib/base/text/plural";
import type { ItemDetails, ItemStep } from "@/lib/operator/reporting/item-details";
import {
  attachProviderOrderAction,
  cancelAtSupplierAction,
  cancelItemAction,
  completeManuallyAction,
  requestRefillAction,
  resubmitItemAction,
  startManuallyAction,
} from "./actions";

type StepDialog = Omit<React.ComponentProps<typeof AllowedDialog>, "hidden">;

/** The possible next steps of an item, each with its consequences. */
export function ItemSteps({ item }: { item: ItemDetails }) {
  if (item.steps.length === 0) return null;
  const hidden = { itemId: item.id, orderId: item.orderId, attempt: String(item.attempt) };
  return (
    <div className="flex flex-wrap gap-2">
      {item.steps.map((step) => (
        <AllowedDialog key={step} {...dialogs[step](item)} hidden={hidden} />
      ))}
    </div>
  );
}

const unitsOf = (item: ItemDetails) => plural(item.quantity, "unit");
const worthOf = (item: ItemDetails) => formatCents(item.undeliveredCents);

const dialogs: Record<ItemStep, (item: ItemDetails) => StepDialog> = {
  attach: (item) => ({
    label: "Attach the number",
    title: "Attach the supplier's number",
    action: attachProviderOrderAction,
    detail: `${item.supplierName ?? "The supplier"} is asked about the number first. If it knows the number, the item is tracked under it; nothing is bought again and nothing is refunded.`,
    submitLabel: "Attach",
    reasons: ["It is in the supplier's list", "The supplier's support named it"],
    children: (
      <ActionInput name="providerOrderId" label="Order number at the supplier" required maxLength={64} />
    ),
  }),
  resubmit: (item) => ({
    label: "Send again",
    title: "Send this item again",
    action: resubmitItemAction,
    detail:
      item.state === "unknown"
        ? `This orders ${unitsOf(item)} once more. If the supplier did take the first order, the shop pays for both, and the buyer gets up to twice as many.`
        : `This offers ${unitsOf(item)} to the suppliers again. Earlier refusals no longer count.`,
    reasons: ["The supplier never got it", "The cause is fixed"],
    isDestructive: item.state === "unknown",
  }),
  cancel: (item) => ({
    label: "Cancel",
    title: "Cancel this item",
    action: cancelItemAction,
    detail: `This cancels ${unitsOf(item)}, worth ${worthOf(item)}${item.state === "unknown" ? ", even if the supplier did take the order" : ""}. When the order's last item ends, the money for undelivered units goes back to the card.`,
    submitLabel: "Cancel the item",
    dismissLabel: "Keep it",
    reasons: ["The buyer asked for it", "No supplier can deliver it"],
    isDestructive: true,
  }),
  cancel_at_supplier: (item) => ({
    label: "Cancel at the supplier",
    title: "Ask the supplier to stop",
    action: cancelAtSupplierAction,
    detail: `${item.supplierName ?? "The supplier"} is asked to stop number ${item.providerOrderId}. Its next status says what was delivered. For the rest, up to ${worthOf(item)} then goes back to the card.`,
    submitLabel: "Ask to stop",
    reasons: ["The buyer asked for it", "It does not move"],
    isDestructive: true,
  }),
  start: (item) => ({
    label: "Start",
    title: "Start the delivery",
    action: startManuallyAction,
    detail: `The buyer will see that the delivery of ${unitsOf(item)} has started. No money moves.`,
    reasons: ["Delivery has begun"],
  }),
  complete: (item) => ({
    label: "Mark as completed",
    title: "Complete this item",
    action: completeManuallyAction,
    detail: `The item ends with the number you enter. When the order ends, the money for undelivered units goes back to the card: ${worthOf(item)} if no more arrived than is known now.`,
    submitLabel: "Complete the item",
    reasons: ["Delivered manually", "Counted on the profile"],
    children: (
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
    action: requestRefillAction,
    detail: `${item.supplierName ?? "The supplier"} is asked to replace what has dropped of ${unitsOf(item)}. It is free.`,
    submitLabel: "Request",
    reasons: ["The buyer reported a drop", "The count has dropped"],
    isLight: true,
  }),
};
