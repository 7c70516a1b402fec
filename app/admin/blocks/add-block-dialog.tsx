import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { Select } from "@/components/ui/select";
import { addBlockAction } from "./actions";
import { blockKindLabels } from "./block-kinds";

/** Adds an entry to the block list. */
export function AddBlockDialog() {
  return (
    <ActionDialog
      label="Add a block"
      variant="default"
      title="Add a block"
      detail="The next order, sign-up or ticket is refused with a polite message that does not say why."
      action={addBlockAction}
      submitLabel="Block"
    >
      <ActionField name="kind" label="What">
        <Select name="kind" defaultValue="email">
          {Object.entries(blockKindLabels).map(([kind, label]) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </ActionField>
      <ActionInput
        name="value"
        label="Which"
        hint="name@example.com or @example.com; instagram:name; 203.0.113.0/24; a card's fingerprint from Stripe."
        autoComplete="off"
        maxLength={300}
        required
      />
    </ActionDialog>
  );
}
