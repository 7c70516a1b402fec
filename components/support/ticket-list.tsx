import Link from "next/link";
import { LocalTime } from "@/components/orders/local-time";
import type { TicketSummary } from "@/lib/people/support/ticket-view";
import { TicketBadge } from "./ticket-badge";

type TicketListProps = {
  tickets: TicketSummary[];
  /** The heading level of the subjects. */
  level: 2 | 3;
};

/** A customer's tickets with status and latest answer. */
export function TicketList({ tickets, level }: TicketListProps) {
  const Heading = `h${level}` as const;
  return (
    <ul className="flex flex-col gap-4">
      {tickets.map((ticket) => (
        <li
          key={ticket.id}
          className="flex flex-col gap-3 rounded-xl border border-border bg-card p-5 sm:p-6"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Heading className="min-w-0 font-semibold tracking-tight wrap-anywhere">
              <Link
                href={`/tickets/${ticket.id}`}
                prefetch={false}
                className="inline-flex min-h-11 items-center underline decoration-1 underline-offset-4 hover:decoration-2"
              >
                {ticket.subject}
              </Link>
            </Heading>
            <TicketBadge status={ticket.status} />
          </div>
          <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{ticket.message}</p>
          {ticket.adminResponse && ticket.respondedAt ? (
            <div className="border-l-3 border-primary pl-4">
              <p className="text-sm text-muted-foreground">
                Answered <LocalTime at={ticket.respondedAt} />
              </p>
              <p className="line-clamp-4 whitespace-pre-line wrap-anywhere">{ticket.adminResponse}</p>
            </div>
          ) : null}
          <p className="text-sm text-muted-foreground">
            Sent <LocalTime at={ticket.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
