import { z } from "zod";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { TicketFilter } from "@/app/admin/tickets/ticket-filter";
import { Pager } from "@/components/admin/pager";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/db/client";
import { logger } from "@/lib/logger";
import { readCursor } from "@/lib/orders/order-cursor";
import { listTickets } from "@/lib/support/queries";
import { ticketStatuses } from "@/lib/support/ticket-status";
import { answerTicketAction, setTicketStatusAction } from "./tickets/actions";

const pageSize = 25;

const filterSchema = z.object({
  status: z.enum(ticketStatuses).optional().catch(undefined),
  before: z.string().max(100).optional().catch(undefined),
});

/** The second tab of the overview: the tickets of a status, newest first. */
export async function TicketsTab({
  searchParams,
}: {
  searchParams: Record<string, string | string[] | undefined>;
}) {
  const { status, before } = filterSchema.parse(searchParams);
  const page = await readTickets({ ...(status && { status }), after: readCursor(before), limit: pageSize });
  const href = `/admin?tab=tickets${status ? `&status=${status}` : ""}`;
  return (
    <section aria-label="Support Tickets" className="flex flex-col gap-4">
      <TicketFilter status={status} />
      {page === null ? (
        <EmptyState title="Failed to load tickets" detail="Please reload the page in a moment." />
      ) : null}
      {page?.tickets.length === 0 ? (
        <EmptyState title="No tickets found" detail="No support tickets match the selected filter." />
      ) : null}
      {page?.tickets.map((ticket) => (
        <TicketCard
          key={ticket.id}
          ticket={ticket}
          answer={answerTicketAction}
          setStatus={setTicketStatusAction}
        />
      ))}
      <Pager firstHref={before ? href : null} nextHref={page?.next ? `${href}&before=${page.next}` : null} />
    </section>
  );
}

/** Null, with a line in the log, when they can't be read: the rest of the page stands. */
async function readTickets(input: Parameters<typeof listTickets>[1]) {
  try {
    return await listTickets(getDb(), input);
  } catch (error) {
    logger.error({ err: error }, "the admin pages' tickets could not be read");
    return null;
  }
}
