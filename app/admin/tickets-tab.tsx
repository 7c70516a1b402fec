import { z } from "zod";
import type { SearchParams } from "@/app/_server/page-props";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { FilterLinks } from "@/components/admin/filter-links";
import { ListTrail } from "@/components/admin/list-trail";
import { Pager } from "@/components/admin/pager";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { readCursor } from "@/lib/base/list-page";
import { logger } from "@/lib/base/logger";
import { listTickets } from "@/lib/people/support/list-tickets";
import { ticketStatuses, ticketStatusLabels } from "@/lib/people/support/ticket-status";

const pageSize = 25;

const statuses = [["", "All"], ...Object.entries(ticketStatusLabels)] as const;

const filterSchema = z.object({
  status: z.enum(ticketStatuses).optional().catch(undefined),
  before: z.string().max(100).optional().catch(undefined),
});

/** The Support Tickets tab of the overview, newest first. */
export async function TicketsTab({ searchParams }: { searchParams: SearchParams }) {
  const { status, before } = filterSchema.parse(searchParams);
  const filter = { ...(status && { status }), after: readCursor(before), limit: pageSize };
  // If the tickets can't be read, the rest of the page is still shown.
  const page = await listTickets(getDb(), filter).catch((error: unknown) => {
    logger.error({ err: error }, "the tickets could not be read; the overview is shown without them");
    return null;
  });
  return (
    <section aria-label="Support Tickets" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <FilterLinks label="Filter by status" name="status" choices={statuses} />
        <div className="flex flex-wrap items-center">
          <ListTrail
            hrefs={page?.tickets.map(({ id }) => `/admin/tickets/${id}`) ?? []}
            hasMore={Boolean(page?.next)}
          />
          <ButtonLink href="/admin/tickets/replies" prefetch={false} variant="ghost" size="sm">
            Saved replies
          </ButtonLink>
        </div>
      </div>
      {page === null ? (
        <EmptyState title="Failed to load tickets" detail="Please reload the page in a moment." />
      ) : null}
      {page?.tickets.length === 0 ? (
        <EmptyState title="No tickets found" detail="No support tickets match the selected filter." />
      ) : null}
      {page?.tickets.map(({ lastReply, ...ticket }) => (
        <TicketCard key={ticket.id} ticket={ticket} lastReply={lastReply} />
      ))}
      <Pager mark="before" next={page?.next ?? null} />
    </section>
  );
}
