import { ActionDialog } from "@/app/admin/allowed-action";
import { dropRefundAction, releaseRefundAction } from "@/app/admin/orders/[id]/actions";
import { formatCents } from "@/lib/money";

/** Releases or drops a refund above the limits of automatic refunds. */
export function HeldRefundSteps({ refund }: { refund: { id: string; amountCents: number } }) {
  const amount = formatCents(refund.amountCents);
  const hidden = { refundId: refund.id };
  return (
    <div className="flex flex-wrap gap-2">
      <ActionDialog
        label="Release"
        ariaLabel={`Release the refund of ${amount}`}
        title={`Release ${amount}`}
        detail={`${amount} goes back to the card at once.`}
        submitLabel={`Release ${amount}`}
        hidden={hidden}
        action={releaseRefundAction}
      />
      <ActionDialog
        label="Drop"
        ariaLabel={`Drop the refund of ${amount}`}
        title={`Drop the refund of ${amount}`}
        detail={`The shop keeps the ${amount}. This can't be undone, but you can refund the order again.`}
        submitLabel="Drop it"
        isDestructive
        hidden={hidden}
        action={dropRefundAction}
      />
    </div>
  );
}
