import { ActionDialog } from "@/components/admin/action-dialog";
import type { AdminAction } from "@/components/admin/action-form";
import { formatCents } from "@/lib/money";

type HeldRefundStepsProps = {
  refund: { id: string; amountCents: number };
  release: AdminAction;
  drop: AdminAction;
};

/** The decision about a refund that went above the limits of automatic ones. */
export function HeldRefundSteps({ refund, release, drop }: HeldRefundStepsProps) {
  const amount = formatCents(refund.amountCents);
  const hidden = { refundId: refund.id };
  return (
    <div className="flex flex-wrap gap-2">
      <ActionDialog
        label="Release"
        ariaLabel={`Release the refund of ${amount}`}
        title={`Release ${amount}`}
        detail={`${amount} go back to the card at once.`}
        submitLabel={`Release ${amount}`}
        hidden={hidden}
        action={release}
      />
      <ActionDialog
        label="Drop"
        ariaLabel={`Drop the refund of ${amount}`}
        title={`Drop the refund of ${amount}`}
        detail={`The shop keeps the ${amount}. This can't be taken back; another refund can be made from the order.`}
        submitLabel="Drop it"
        isDestructive
        hidden={hidden}
        action={drop}
      />
    </div>
  );
}
