import { currentUser } from "@/app/_server/session";
import { ActionDialog } from "@/app/admin/allowed-action";
import { dropRefundAction, releaseRefundAction } from "@/app/admin/orders/[id]/actions";
import { formatCents } from "@/lib/money";

type HeldRefundStepsProps = { refund: { id: string; amountCents: number; requestedById: string | null } };

/** Releases or drops a held refund; the administrator who asked for it may only drop it. */
export async function HeldRefundSteps({ refund }: HeldRefundStepsProps) {
  const isAsker = refund.requestedById !== null && refund.requestedById === (await currentUser())?.id;
  const amount = formatCents(refund.amountCents);
  const hidden = { refundId: refund.id };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isAsker ? (
        <span className="text-muted-foreground">
          You asked for this refund, so a second person has to release it.
        </span>
      ) : (
        <ActionDialog
          label="Release"
          ariaLabel={`Release the refund of ${amount}`}
          title={`Release ${amount}`}
          detail={`${amount} goes back to the card at once. It counts towards what you may release in a day.`}
          submitLabel={`Release ${amount}`}
          hidden={hidden}
          action={releaseRefundAction}
        />
      )}
      <ActionDialog
        label="Drop"
        ariaLabel={`Drop the refund of ${amount}`}
        title={`Drop the refund of ${amount}`}
        detail={`This refund is not sent, and the shop keeps ${amount}. It can't be brought back, but you can refund the order again.`}
        submitLabel="Drop it"
        isDestructive
        hidden={hidden}
        action={dropRefundAction}
      />
    </div>
  );
}
