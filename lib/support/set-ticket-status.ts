import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import type { Database } from "@/lib/db/client";
import { changeTicket } from "./change-ticket";
import type { TicketStatus } from "./ticket-status";

export type NewTicketStatus = {
  actor: Actor;
  ticketId: string;
  /** The ticket as the administrator saw it. */
  version: number;
  status: TicketStatus;
  reason?: string;
};

/**
 * Sets a ticket's status manually: any of the four, but a closed ticket stays closed. Written to the audit log.
 * Errors: not_found; conflict when it is closed or has changed since `version`.
 */
export async function setTicketStatus(
  db: Database,
  { actor, ticketId, version, status, reason }: NewTicketStatus,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { before } = await changeTicket(tx, { id: ticketId, version }, { kind: "set", to: status });
    if (before === status) return;
    await recordAudit(tx, {
      actor,
      action: "ticket.status_changed",
      subjectType: "ticket",
      subjectId: ticketId,
      before: { status: before },
      after: { status },
      ...(reason && { reason }),
    });
  });
}
