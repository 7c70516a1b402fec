import { AdminSection } from "@/components/admin/admin-section";
import { OrderLink } from "@/components/admin/order-link";
import { inWords, StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { StatusBadge } from "@/components/orders/status-badge";
import { formatCents } from "@/lib/money";
import type { Review, ReviewedOrder } from "@/lib/reporting/list-review";
import { reasonText } from "./reason-text";

type ReviewOrdersProps = { title: string; detail: string; orders: ReviewedOrder[] };

/** Orders that need a decision, each with a link to its page. */
export function ReviewOrders({ title, detail, orders }: ReviewOrdersProps) {
  if (orders.length === 0) return null;
  return (
    <AdminSection title={title} detail={detail}>
      <ul className="flex flex-col gap-3 text-sm">
        {orders.map((order) => (
          <li key={order.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <OrderLink orderId={order.id} />
            <StatusBadge status={order.status} />
            <span className="font-medium">{reasonText(order.reason)}</span>
            <span className="tabular-nums">
              {formatCents(order.paidCents)} paid, {inWords(order.paymentStatus)}
            </span>
            <span className="text-muted-foreground wrap-anywhere">{order.email}</span>
            <LocalTime at={order.since} isRelative className="text-muted-foreground" />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}

/** Open disputes, the most urgent first. */
export function ReviewDisputes({ disputes }: { disputes: Review["disputes"] }) {
  if (disputes.length === 0) return null;
  return (
    <AdminSection
      title="Open disputes"
      detail="Download the evidence from the order and answer at Stripe in time."
    >
      <ul className="flex flex-col gap-3 text-sm">
        {disputes.map((dispute) => (
          <li key={dispute.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <OrderLink orderId={dispute.orderId} />
            <span className="font-medium tabular-nums">{formatCents(dispute.amountCents)}</span>
            {inWords(dispute.reason)} <StateBadge state={dispute.status} />
            {dispute.evidenceDueAt ? (
              <span className="text-destructive">
                Answer by <LocalTime at={dispute.evidenceDueAt} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
