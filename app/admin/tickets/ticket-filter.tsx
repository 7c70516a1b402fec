import Link from "next/link";
import { buttonVariants } from "@/components/ui/button-variants";
import { type TicketStatus, ticketStatuses, ticketStatusLabels } from "@/lib/support/ticket-status";

/** The manager's filter: links, so that the address keeps it. */
export function TicketFilter({ status }: { status: TicketStatus | undefined }) {
  const choices = [
    { label: "All", value: undefined },
    ...ticketStatuses.map((value) => ({ label: ticketStatusLabels[value], value })),
  ];
  return (
    <nav aria-label="Filter by status" className="flex flex-wrap gap-2">
      {choices.map(({ label, value }) => (
        <Link
          key={label}
          href={`/admin?tab=tickets${value ? `&status=${value}` : ""}`}
          prefetch={false}
          aria-current={value === status ? "page" : undefined}
          className={buttonVariants({ variant: value === status ? "secondary" : "outline", size: "sm" })}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
