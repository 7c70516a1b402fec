import { AllowedDialog } from "@/app/admin/allowed-action";
import { OrderEditor } from "@/components/admin/order-editor";

type OrderDialogProps = Pick<
  React.ComponentProps<typeof AllowedDialog>,
  "ariaLabel" | "title" | "detail" | "action" | "hidden"
> &
  React.ComponentProps<typeof OrderEditor>;

/** Sorts the entries of a list; renders nothing for fewer than two. */
export function OrderDialog({ entries, ...dialog }: OrderDialogProps) {
  if (entries.length < 2) return null;
  return (
    <AllowedDialog {...dialog} label="Order" submitLabel="Save order">
      <OrderEditor entries={entries} />
    </AllowedDialog>
  );
}
