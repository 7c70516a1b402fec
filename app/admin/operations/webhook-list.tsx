import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import type { StripeEventFailure } from "@/lib/db/generated/client";
import type { listStripeEvents } from "@/lib/reporting/load-operations";

type WebhookListProps = {
  events: Awaited<ReturnType<typeof listStripeEvents>>;
  failing: StripeEventFailure[];
};

/** Stripe's latest webhooks with their outcome, and the ones that keep failing. */
export function WebhookList({ events, failing }: WebhookListProps) {
  return (
    <AdminSection
      title="Stripe webhooks"
      detail="What the shop did with each event of Stripe. It tries failed ones again by itself."
    >
      {failing.length > 0 ? (
        <ul aria-label="Failing" className="flex flex-col gap-2 empty:hidden text-sm">
          {failing.map((event) => (
            <li key={event.id} className="wrap-anywhere">
              <span className="font-medium text-destructive">
                {event.type} failed {event.times} times ({event.code}),
              </span>{" "}
              last <LocalTime at={event.lastAt} isRelative /> <code className="text-xs">{event.id}</code>
            </li>
          ))}
        </ul>
      ) : null}
      {events.length === 0 ? <p className="text-muted-foreground">No webhooks yet.</p> : null}
      <ul aria-label="Handled" className="flex flex-col gap-2 empty:hidden text-sm">
        {events.map((event) => (
          <li key={event.id} className="flex flex-col wrap-anywhere">
            <span>
              <span className="font-medium">{event.type}</span>: {event.outcome}
            </span>
            <span className="text-xs text-muted-foreground">
              <LocalTime at={event.receivedAt} /> · {event.id}
            </span>
          </li>
        ))}
      </ul>
    </AdminSection>
  );
}
