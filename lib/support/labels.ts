import type { TicketStatus } from "./ticket-status";

/** The badge of each status, and the filter of the admin pages' list. */
export const ticketStatusLabels: Record<TicketStatus, string> = {
  open: "Open",
  in_progress: "In Progress",
  resolved: "Resolved",
  closed: "Closed",
};
