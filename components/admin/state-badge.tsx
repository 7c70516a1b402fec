import { Badge } from "@/components/ui/badge";
import { inWords } from "@/lib/base/text/words";

type Look = NonNullable<React.ComponentProps<typeof Badge>["variant"]>;

// Colours follow what a state asks of the reader, so items, refunds, payments, calls and mails look alike.
const looks: Record<string, Look> = {
  unknown: "failed",
  rejected: "failed",
  failed: "failed",
  bounced: "failed",
  soft_bounced: "failed",
  suppressed: "failed",
  complained: "pending",
  held: "pending",
  paused: "pending",
  duplicate: "pending",
  waiting: "outline",
  ready: "outline",
  creating: "outline",
  open: "outline",
  queued: "outline",
  submitting: "processing",
  submitted: "processing",
  in_progress: "processing",
  requested: "processing",
  sending: "processing",
  pending: "processing",
  completed: "completed",
  succeeded: "completed",
  accepted: "completed",
  paid: "completed",
  sent: "completed",
  delivered: "completed",
};

/** The state of an item, refund, payment, call or mail. */
export function StateBadge({ state }: { state: string }) {
  return <Badge variant={looks[state] ?? "partial"}>{inWords(state)}</Badge>;
}
