import { ActionDialog } from "@/app/admin/allowed-action";
import { retryRefundAction } from "@/app/admin/orders/[id]/actions";
import { AdminSection } from "@/components/admin/admin-section";
import { inWords, StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { formatCents } from "@/lib/money";
import type { RefundDetails } from "@/lib/reporting/find-order-details";
import { HeldRefundSteps } from "./held-refund-steps";

type RefundListProps = {
  refunds: RefundDetails[];
  /** The dialogs for new refunds. */
  children: React.ReactNode;
};

/** The order's refunds. */
export function RefundList({ refunds, children }: RefundListProps) {
  return (
    <AdminSection title="Refunds" anchor="refunds">
      <div className="flex flex-wrap gap-2">{children}</div>
      {refunds.length === 0 ? <p className="text-muted-foreground">No refunds yet.</p> : null}
      <ul className="flex flex-col gap-4 empty:hidden text-sm">
        {refunds.map((refund) => (
          <li key={refund.id} className="flex flex-col gap-2">
            <span className="flex flex-wrap items-center gap-2 font-medium tabular-nums">
              {formatCents(refund.amountCents)}, {inWords(refund.reason)} <StateBadge state={refund.status} />
            </span>
            {refund.note ? <span className="wrap-anywhere">{refund.note}</span> : null}
            {refund.askedBy ? <span className="wrap-anywhere">Asked for by {refund.askedBy}</span> : null}
            {refund.releasedBy ? (
              <span className="wrap-anywhere">Released by {refund.releasedBy}</span>
            ) : null}
            {refund.failure ? <span className="text-destructive">{inWords(refund.failure)}</span> : null}
            <span className="text-muted-foreground">
              <LocalTime at={refund.finishedAt ?? refund.createdAt} />
              {refund.stripeRefundId ? <code className="text-xs"> {refund.stripeRefundId}</code> : null}
            </span>
            {refund.status === "held" ? <HeldRefundSteps refund={refund} /> : null}
            {refund.status === "failed" && !refund.isRetried ? <RetryRefund refund={refund} /> : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

function RetryRefund({ refund }: { refund: RefundDetails }) {
  const amount = formatCents(refund.amountCents);
  return (
    <div>
      <ActionDialog
        label="Send again"
        ariaLabel={`Send the refund of ${amount} again`}
        title={`Send ${amount} again`}
        detail={`Stripe is asked again to refund ${amount} to the card.`}
        submitLabel={`Refund ${amount}`}
        hidden={{ refundId: refund.id }}
        action={retryRefundAction}
      />
    </div>
  );
}
