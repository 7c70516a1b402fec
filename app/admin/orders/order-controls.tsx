import { reasonText } from "@/app/admin/fulfillment/reason-text";
import { blockOrderAction, clearFlagAction, unblockOrderAction } from "@/app/admin/orders/[id]/actions";
import { ActionDialog } from "@/components/admin/action-dialog";
import { Alert } from "@/components/ui/alert";

type OrderControlsProps = {
  order: { id: string; status: string; blockedReason: string | null; flagReason: string | null };
};

/** Why the order is blocked or flagged, with the button to lift it; otherwise the button to block it. */
export function OrderControls({ order }: OrderControlsProps) {
  const hidden = { orderId: order.id };
  const isBlocked = order.blockedReason !== null;
  return (
    <div className="flex flex-col items-start gap-3 empty:hidden">
      {order.flagReason === null ? null : (
        <Alert
          role="note"
          variant="destructive"
          title={`This order needs review: ${reasonText(order.flagReason) || "no reason was given"}`}
        >
          <div>
            <ActionDialog
              label="Clear the flag"
              detail="Clear it once the order needs nothing more. No money moves, and a new problem flags it again."
              submitLabel="Clear it"
              hidden={hidden}
              action={clearFlagAction}
            />
          </div>
        </Alert>
      )}
      {isBlocked ? (
        <Alert
          role="note"
          variant="warning"
          title={`Blocked: ${order.blockedReason || "no reason was given"}`}
        >
          <p>Nothing more of this order is sent to a supplier.</p>
          <div>
            <ActionDialog
              label="Unblock"
              title="Unblock the delivery"
              detail="Everything ready is sent to its supplier at once."
              hidden={hidden}
              action={unblockOrderAction}
            />
          </div>
        </Alert>
      ) : null}
      {!isBlocked && order.status === "processing" ? (
        <ActionDialog
          label="Block the delivery"
          detail="Nothing more of this order is sent. What suppliers already have continues, and no money moves."
          submitLabel="Block"
          isDestructive
          hidden={hidden}
          action={blockOrderAction}
        />
      ) : null}
    </div>
  );
}
