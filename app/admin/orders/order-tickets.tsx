import Link from "next/link";
import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** The order's tickets. */
export function OrderTickets({ tickets }: { tickets: OrderFile["tickets"] }) {
  return (
    <AdminSection title="Tickets">
      {tickets.length === 0 ? <p className="text-muted-foreground">No tickets about this order.</p> : null}
      <ul className="flex flex-col gap-2 empty:hidden text-sm">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="flex flex-wrap items-center gap-2">
            <Link
              href={`/admin/tickets/${ticket.id}`}
              prefetch={false}
              className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
            >
              {ticket.subject}
            </Link>
            <TicketBadge status={ticket.status} />
            <LocalTime at={ticket.createdAt} className="text-muted-foreground" />
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
