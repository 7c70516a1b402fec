import type { Metadata } from "next";
import { findRecord, type RecordProps } from "@/app/_server/page-props";
import { requireAdmin } from "@/app/_server/session";
import { orderFacts } from "@/app/admin/orders/order-facts";
import { RefundOffer } from "@/app/admin/orders/refund-offer";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { AdminHeading } from "@/components/admin/admin-heading";
import { OrderLink } from "@/components/admin/admin-link";
import { AdminSection } from "@/components/admin/admin-section";
import { CaseNav } from "@/components/admin/case-nav";
import { FactList } from "@/components/admin/fact-list";
import { StateBadge } from "@/components/admin/state-badge";
import { LocalTime } from "@/components/orders/local-time";
import { StatusBadge } from "@/components/orders/status-badge";
import { TicketThread } from "@/components/support/ticket-thread";
import { cn } from "@/components/ui/cn";
import { getDb } from "@/lib/base/db/client";
import { formatCents } from "@/lib/base/money";
import { inWords } from "@/lib/base/text/words";
import { databaseNow } from "@/lib/base/time/clock";
import { findOrderDetails, type OrderDetails } from "@/lib/operator/reporting/find-order-details";
import { assigneesOf } from "@/lib/people/assignments/assignments";
import { findTicket } from "@/lib/people/support/list-tickets";
import { handleOf } from "@/lib/shop/catalog/catalog";

export const metadata: Metadata = { title: "Ticket" };

/** One ticket with all messages, and the order it is about beside it. */
export default async function AdminTicketPage(props: RecordProps) {
  await requireAdmin("tickets.read");
  const ticket = await findRecord(props, (id) => findTicket(getDb(), id));
  const order = ticket.orderId && (await findOrderDetails(getDb(), ticket.orderId, databaseNow()));
  const assignees = await assigneesOf(getDb(), "ticket", [ticket.id]);
  return (
    <>
      <CaseNav list="/admin?tab=tickets">Support tickets</CaseNav>
      <AdminHeading title={ticket.subject} />
      <div className={cn("grid items-start gap-6", order && "xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]")}>
        <div className="flex min-w-0 flex-col gap-6">
          <TicketCard ticket={ticket} assignee={assignees.get(ticket.id) ?? null} isWhole />
          {ticket.thread.length > 1 ? <TicketThread {...ticket} reader="administrator" /> : null}
        </div>
        {order ? <TicketOrder order={order} /> : null}
      </div>
    </>
  );
}

const newest = 5;

/** The ticket's order, as an answer needs it: its state, its refunds and its latest events. */
function TicketOrder({ order }: { order: OrderDetails }) {
  return (
    <AdminSection title="Its order" actions={<OrderLink orderId={order.id} />}>
      <StatusBadge status={order.status} />
      <FactList facts={{ ...orderFacts(order), Account: handleOf(order) }} />
      <RefundOffer order={order} />
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
