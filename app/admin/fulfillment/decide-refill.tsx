import { ActionDialog } from "@/app/admin/allowed-action";
import { ActionInput, ActionSelect } from "@/components/admin/action-form";
import { decideRefillAction } from "./actions";

const decisions = [
  ["attach", "The supplier took it, under the number below"],
  ["resend", "The supplier did not take it: request it again"],
  ["completed", "It was delivered"],
  ["rejected", "The supplier refused it, or won't finish it"],
] as const;

/** The decision about a refill whose answer was lost, or that its supplier did not finish in time. */
export function DecideRefill({ refillId }: { refillId: string }) {
  return (
    <ActionDialog
      label="Decide"
      variant="default"
      title="What happened to this refill?"
      detail="Look it up at the supplier. Refills are free, and no money moves."
      submitLabel="Save decision"
      hidden={{ refillId }}
      action={decideRefillAction}
    >
      <ActionSelect name="decision" label="Outcome" defaultValue="attach" options={decisions} />
      <ActionInput
        name="supplierRefillId"
        label="Refill number at the supplier"
        hint="Only if the supplier took it."
        inputMode="numeric"
        maxLength={40}
      />
    </ActionDialog>
  );
}
