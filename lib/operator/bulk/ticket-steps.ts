import type { z } from "zod";
import type { Actor } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import { setTicketStatus } from "@/lib/people/support/change-ticket";
import { type TicketStatus, ticketStatusLabels } from "@/lib/people/support/ticket-status";
import { type BulkPreview, type bulkRowsSchema, takeEach } from "./bulk-rows";

/** What setting this status would do to these tickets. */
export async function previewTicketStatus(
  db: Db,
  { ids, status }: { ids: string[]; status: TicketStatus },
): Promise<BulkPreview[]> {
  const tickets = await db.supportTicket.findMany({
    where: { id: { in: ids } },
    select: { id: true, subject: true, status: true, version: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return tickets.map((ticket) => {
    const isClosed = ticket.status === "closed";
    const isSame = ticket.status === status;
    return {
      id: ticket.id,
      name: ticket.subject.slice(0, 200),
      does:
        isClosed || isSame
          ? null
          : `${ticketStatusLabels[ticket.status]} becomes ${ticketStatusLabels[status]}`,
      why: isClosed ? "It is closed for good." : `It is ${ticketStatusLabels[status]} already.`,
      seen: String(ticket.version),
    };
  });
}

/** Sets the status of previewed tickets, each unless it has changed since. Returns a line for each. */
export function setTicketStatuses(
  db: Database,
  rows: z.infer<typeof bulkRowsSchema>,
  { status, actor }: { status: TicketStatus; actor: Actor },
): Promise<string> {
  return takeEach(rows, async (ticketId, seen) => {
    await setTicketStatus(db, { actor, ticketId, version: Number(seen), status });
    return `it is ${ticketStatusLabels[status]} now.`;
  });
}
