import { Badge } from "@/components/ui/badge";
import { type TicketStatus, ticketStatusLabels } from "@/lib/people/support/ticket-status";

const looks = {
  open: "pending",
  in_progress: "processing",
  resolved: "completed",
  closed: "expired",
} as const satisfies Record<TicketStatus, string>;

export function TicketBadge({ status }: { status: TicketStatus }) {
  return <Badge variant={looks[status]}>{ticketStatusLabels[status]}</Badge>;
}
