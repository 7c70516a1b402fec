import { AllowedDialog } from "@/app/admin/allowed-action";
import { SortEditor } from "@/components/admin/sort-editor";

type SortDialogProps = Pick<
  React.ComponentProps<typeof AllowedDialog>,
  "ariaLabel" | "title" | "detail" | "action" | "hidden" | "hasReason"
> &
  React.ComponentProps<typeof SortEditor>;

/** Sorts the entries of a list; renders nothing for fewer than two. */
export function SortDialog({ entries, ...dialog }: SortDialogProps) {
  if (entries.length < 2) return null;
  return (
    <AllowedDialog {...dialog} label="Order" submitLabel="Save order">
      <SortEditor entries={entries} />
    </AllowedDialog>
  );
}
