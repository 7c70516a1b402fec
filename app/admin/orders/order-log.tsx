import { AdminSection } from "@/components/admin/admin-section";
import { LocalTime } from "@/components/orders/local-time";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** The order's events, newest first. */
export function OrderLog({ events }: { events: OrderFile["events"] }) {
  return (
    <AdminSection title="Timeline">
      <ol className="flex flex-col gap-3 text-sm">
        {events.map((event) => (
          <li key={event.id} className="flex flex-col">
            <span className="wrap-anywhere">{event.message}</span>
            <span className="text-xs text-muted-foreground">
              <LocalTime at={event.at} /> · {event.type}
            </span>
          </li>
        ))}
      </ol>
    </AdminSection>
  );
}
