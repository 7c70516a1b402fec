import { currentUser } from "@/app/_server/session";
import { AllowedDialog } from "@/app/admin/allowed-action";
import {
  dropRefundAction,
  markPaidAnotherWayAction,
  releaseRefundAction,
  retryRefundAction,
} from "@/app/admin/orders/[id]/actions";
import { AdminList } from "@/components/admin/admin-list";
import { AdminSection } from "@/components/admin/admin-section";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { getDb } from "@/lib/base/db/client";
import { formatCents } from "@/lib/base/money";
import { inWords } from "@/lib/base/text/words";
import { findHeldRefund } from "@/lib/money/refunds/held-refunds";
import { needsAnother } from "@/lib/money/refunds/refund-limits";
import type { OrderDetails, RefundDetails } from "@/lib/operator/reporting/find-order-details";
import { RefundOffer } from "./refund-offer";

/** The order's refunds, and the dialog for a new one. */
export function RefundList({ order }: { order: OrderDetails }) {
  return (
    <AdminSection title="Refunds" anchor="refunds">
      <RefundOffer order={order} />
      <AdminList empty="No refunds yet.">
        {order.refunds.map((refund) => (
          <li key={refund.id} className="flex flex-col gap-2">
            <span className="flex flex-wrap items-center gap-2 font-medium tabular-nums">
              {formatCents(refund.amountCents)}, {inWords(refund.reason)} <StateBadge state={refund.status} />
            </span>
            {refund.note ? <span className="wrap-anywhere">{refund.note}</span> : null}
            {refund.askedBy ? <span className="wrap-anywhere">Requested by {refund.askedBy}</span> : null}
            {refund.causedBy.length > 0 ? (
              <span className="wrap-anywhere">
                Follows from a decision by {refund.causedBy.join(" and ")}
              </span>
            ) : null}
            {refund.releasedBy ? (
              <span className="wrap-anywhere">Released by {refund.releasedBy}</span>
            ) : null}
            {refund.failure ? <span className="text-destructive">{inWords(refund.failure)}</span> : null}
            <span className="text-muted-foreground">
              <LocalTime at={refund.finishedAt ?? refund.createdAt} />
              {refund.stripeRefundId ? <code className="text-xs"> {refund.stripeRefundId}</code> : null}
            </span>
            {refund.status === "held" ? <HeldRefundSteps refundId={refund.id} /> : null}
            {refund.paidAnotherWay ? (
              <span className="wrap-anywhere">Paid another way: {refund.paidAnotherWay}</span>
            ) : null}
            {refund.isOwed ? <FailedRefundSteps refund={refund} /> : null}
          </li>
        ))}
      </AdminList>
    </AdminSection>
  );
}

/** Sends a failed refund again, or marks that the customer has its amount. */
function FailedRefundSteps({ refund }: { refund: RefundDetails }) {
  const amount = formatCents(refund.amountCents);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <AllowedDialog
        label="Send again"
        ariaLabel={`Send again the refund of ${amount}`}
        title={`Send ${amount} again`}
        reasons={["The card takes refunds again", "Stripe's balance is enough now"]}
        detail={`Stripe is asked again to refund ${amount} to the card.`}
        submitLabel={`Refund ${amount}`}
        hidden={{ refundId: refund.id }}
        action={retryRefundAction}
      />
      <AllowedDialog
        label="Paid another way"
        ariaLabel={`Mark the refund of ${amount} as paid another way`}
        title={`The customer has the ${amount}`}
        detail={`Say how, for example by bank transfer or by another refund. The ${amount} is then no longer owed, and this refund can't be sent again.`}
        submitLabel="Mark as paid"
        reasons={["By bank transfer", "By PayPal", "By another refund"]}
        hidden={{ refundId: refund.id }}
        action={markPaidAnotherWayAction}
      />
    </div>
  );
}

/** Releases or drops a held refund; an administrator whom it comes from may only drop it. */
export async function HeldRefundSteps({ refundId }: { refundId: string }) {
  const [refund, visitor] = await Promise.all([findHeldRefund(getDb(), refundId), currentUser()]);
  if (!refund) return null;
  const another = visitor && needsAnother(visitor.id, refund);
  const amount = formatCents(refund.amountCents);
  const hidden = { refundId: refund.id };
  const afterDrop =
    refund.requestedById === null
      ? "The shop had promised it, so the buyer is told. You can still refund the order on its page."
      : "What it was for can be refunded again on the order's page.";
  return (
    <div className="flex flex-wrap items-center gap-2">
      {another ? (
        <span className="text-muted-foreground">{another}</span>
      ) : (
        <AllowedDialog
          label="Release"
          ariaLabel={`Release the refund of ${amount}`}
          title={`Release ${amount}`}
          detail={`${amount} goes back to the card at once. It counts towards what you may refund in 24 hours.`}
          submitLabel={`Release ${amount}`}
          reasons={["The amount is right", "Agreed with the buyer"]}
          hidden={hidden}
          action={releaseRefundAction}
        />
      )}
      <AllowedDialog
        label="Drop"
        ariaLabel={`Drop the refund of ${amount}`}
        title={`Drop the refund of ${amount}`}
        detail={`This refund of ${amount} is not sent and can't be brought back. ${afterDrop}`}
        submitLabel="Drop it"
        reasons={["It is not owed", "Refunded in another way"]}
        isDestructive
        hidden={hidden}
        action={dropRefundAction}
      />
    </div>
  );
}
