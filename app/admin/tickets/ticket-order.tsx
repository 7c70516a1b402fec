import { orderFacts } from "@/app/admin/orders/order-facts";
import { AdminSection } from "@/components/admin/admin-section";
import { FactList } from "@/components/admin/fact-list";
import { OrderLink } from "@/components/admin/order-link";
import { inWords, StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { StatusBadge } from "@/components/orders/status-badge";
import { formatCents } from "@/lib/money";
import type { OrderDetails } from "@/lib/reporting/find-order-details";

const newest = 5;

/** What an answer needs to know about a ticket's order: its state, its refunds and its latest events. */
export function TicketOrder({ order }: { order: OrderDetails }) {
  return (
    <AdminSection title="Its order" actions={<OrderLink orderId={order.id} />}>
      <StatusBadge status={order.status} />
      <FactList facts={{ ...orderFacts(order), Account: `@${order.username}` }} />
      {order.refunds.length > 0 ? (
        <ul aria-label="Refunds" className="flex flex-col gap-2 text-sm">
          {order.refunds.map((refund) => (
            <li key={refund.id} className="flex flex-wrap items-center gap-2 tabular-nums">
              {formatCents(refund.amountCents)}, {inWords(refund.reason)} <StateBadge state={refund.status} />
            </li>
          ))}
        </ul>
      ) : null}
      <ol aria-label="What happened last" className="flex flex-col gap-2 border-t border-border pt-4 text-sm">
        {order.events.slice(0, newest).map((event) => (
          <li key={event.id} className="flex flex-col">
            <span className="wrap-anywhere">{event.message}</span>
            <LocalTime at={event.at} className="text-xs text-muted-foreground" />
          </li>
        ))}
      </ol>
    </AdminSection>
  );
}
