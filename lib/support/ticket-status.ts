export const ticketStatuses = ["open", "in_progress", "resolved", "closed"] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** What can happen to a ticket. An administrator sets any status or answers; its owner replies or closes. */
export type TicketMove = { kind: "set"; to: TicketStatus } | { kind: "answer" | "reply" | "close" };

/**
 * The status after a move; null where it is refused: a closed ticket is final, for replies and answers too. A reply to
 * a resolved ticket opens it again. Setting the status that a ticket has already changes nothing and is allowed.
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

/** True while the admin pages offers an answer: none stands yet, or the customer has replied to it. */
export function awaitsAnswer(ticket: { status: TicketStatus; adminResponse: string | null }): boolean {
  return ticket.status !== "closed" && ticket.adminResponse === null;
}
