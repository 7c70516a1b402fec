export const ticketStatuses = ["open", "in_progress", "resolved", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** The badge of each status, and the filter of the admin's list. */
export const ticketStatusLabels: Record<TicketStatus, string> = {
  open: "Open",
  in_progress: "In Progress",
  resolved: "Resolved",
  closed: "Closed",
};

/** A change of a ticket. An administrator sets any status or answers; its owner replies or closes. */
export type TicketMove = { kind: "set"; to: TicketStatus } | { kind: "answer" | "reply" | "close" };

/**
 * The status after a move; null when the move is refused, because a closed ticket is final. A reply to a resolved ticket
 * reopens it. Setting the same status again is allowed.
 */
export function nextTicketStatus(from: TicketStatus, move: TicketMove): TicketStatus | null {
  if (from === "closed") return null;
  switch (move.kind) {
    case "set":
      return move.to;
    case "answer":
      return "resolved";
    case "reply":
      return from === "resolved" ? "open" : from;
    case "close":
      return "closed";
  }
}

/** True while the ticket has no current answer: none was given, or the customer has replied to it. */
export function awaitsAnswer(ticket: { status: TicketStatus; adminResponse: string | null }): boolean {
  return ticket.status !== "closed" && ticket.adminResponse === null;
}
