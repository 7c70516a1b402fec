import { ActionDialog } from "@/components/admin/action-dialog";
import { ActionField, ActionInput } from "@/components/admin/action-form";
import { Select } from "@/components/ui/select";
import { decideRefillAction } from "./actions";

const decisions = [
  ["attach", "The supplier took it, under the number below"],
  ["resend", "The supplier did not take it: request it again"],
  ["completed", "It was delivered"],
  ["rejected", "The supplier refused it"],
] as const;

/** The decision about a refill whose answer was lost. */
export function DecideRefill({ refillId }: { refillId: string }) {
  return (
    <ActionDialog
      label="Decide"
      title="What happened to this refill?"
      detail="Look it up at the supplier. Refills are free, and no money moves."
      submitLabel="Save decision"
      hidden={{ refillId }}
      action={decideRefillAction}
    >
      <ActionField name="decision" label="Outcome">
        <Select name="decision" defaultValue="attach">
          {decisions.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </ActionField>
      <ActionInput
        name="supplierRefillId"
        label="Refill number at the supplier"
        hint="Only if the supplier took it."
        inputMode="numeric"
        autoComplete="off"
        maxLength={40}
      />
    </ActionDialog>
  );
}
