import { DeskSection } from "@/components/admin/desk-section";
import { LocalTime } from "@/components/orders/local-time";
import type { OrderFile } from "@/lib/reporting/find-order-file";

/** Everything that happened to the order, the newest first. */
export function OrderLog({ events }: { events: OrderFile["events"] }) {
  return (
    <DeskSection title="Timeline">
      <ol className="flex flex-col gap-3 text-sm">
        {events.map((event) => (
          <li key={event.id} className="flex flex-col">
            <span className="wrap-anywhere">{event.sentence}</span>
            <span className="text-xs text-muted-foreground">
              <LocalTime at={event.at} /> · {event.type}
            </span>
          </li>
        ))}
      </ol>
    </DeskSection>
  );
}
