import { z } from "zod";
import type { SearchParams } from "@/app/_server/page-props";
import { currentUser, visitorMay } from "@/app/_server/session";
import { assigneeChoices } from "@/app/admin/assignments/assign-dialog";
import {
  assignTicketsAction,
  previewAssignTicketsAction,
  previewTicketStatusAction,
  setTicketStatusesAction,
} from "@/app/admin/bulk/actions";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { ViewBar } from "@/app/admin/views/view-bar";
import { BulkDialog } from "@/components/admin/bulk-dialog";
import { FilterLinks } from "@/components/admin/filter-links";
import { ListTrail } from "@/components/admin/list-trail";
import { Pager } from "@/components/admin/pager";
import { Selection } from "@/components/admin/selection";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { getDb } from "@/lib/base/db/client";
import { readCursor } from "@/lib/base/list-page";
import { logger } from "@/lib/base/logger";
import { assigneesOf, type StaffMember } from "@/lib/people/assignments/assignments";
import { listTickets } from "@/lib/people/support/list-tickets";
import { ticketStatuses, ticketStatusLabels } from "@/lib/people/support/ticket-status";

const pageSize = 25;

const statuses = [["", "All"], ...Object.entries(ticketStatusLabels)] as const;

const onlyChoices = [
  ["", "All tickets"],
  ["mine", "Mine"],
  ["free", "Nobody’s"],
] as const;

const filterSchema = z.object({
  status: z.enum(ticketStatuses).optional().catch(undefined),
  only: z.enum(["mine", "free"]).optional().catch(undefined),
  before: z.string().max(100).optional().catch(undefined),
});

/** The Support Tickets tab of the overview, newest first. */
export async function TicketsTab({ searchParams }: { searchParams: SearchParams }) {
  const { status, only, before } = filterSchema.parse(searchParams);
  const visitor = await currentUser();
  const assigneeId = { mine: visitor?.id, free: null, all: undefined }[only ?? "all"];
  const filter = { ...(status && { status }), assigneeId, after: readCursor(before), limit: pageSize };
  // If the tickets can't be read, the rest of the page is still shown.
  const page = await listTickets(getDb(), filter).catch((error: unknown) => {
    logger.error({ err: error }, "the tickets could not be read; the overview is shown without them");
    return null;
  });
  const ids = page?.tickets.map(({ id }) => id) ?? [];
  const assignees = await assigneesOf(getDb(), "ticket", ids).catch((error: unknown) => {
    logger.error(
      { err: error },
      "the tickets' assignees could not be read; the tickets are shown without them",
    );
    return new Map<string, StaffMember>();
  });
  return (
    <section aria-label="Support Tickets" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div className="flex min-w-0 flex-wrap gap-x-6 gap-y-2">
          <FilterLinks label="Filter by status" name="status" choices={statuses} />
          <FilterLinks label="Filter by administrator" name="only" choices={onlyChoices} />
          <ViewBar list="tickets" path="/admin" search={searchParams} />
        </div>
        <div className="flex flex-wrap items-center">
          <ListTrail
            hrefs={page?.tickets.map(({ id }) => `/admin/tickets/${id}`) ?? []}
            next={page?.next ?? null}
            mark="before"
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
      <Selection actions={<TicketSteps />}>
        {page?.tickets.map(({ lastReply, ...ticket }) => (
          <TicketCard
            key={ticket.id}
            ticket={ticket}
            lastReply={lastReply}
            assignee={assignees.get(ticket.id) ?? null}
          />
        ))}
      </Selection>
      <Pager mark="before" next={page?.next ?? null} />
    </section>
  );
}

/** What can be done with all selected tickets. */
async function TicketSteps() {
  if (!(await visitorMay("tickets.change"))) return null;
  return (
    <>
      <BulkDialog
        label="Set the status"
        detail="Closing is final: a closed ticket can't be opened or answered again."
        preview={previewTicketStatusAction}
        action={setTicketStatusesAction}
        choice={{ name: "status", label: "Status", options: statuses.slice(1) }}
        hasReason={false}
      />
      <BulkDialog
        label="Assign"
        detail="They are listed under “Mine” for that administrator."
        preview={previewAssignTicketsAction}
        action={assignTicketsAction}
        choice={{ name: "assigneeId", label: "Administrator", options: await assigneeChoices() }}
        hasReason={false}
      />
    </>
  );
}
