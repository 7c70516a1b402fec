import type { OrderEventView } from "@/lib/orders/order-view";
import { LocalTime } from "./local-time";

/** What happened to the order, newest first. */
export function OrderTimeline({ events }: { events: OrderEventView[] }) {
  return (
    <ol className="flex flex-col">
      {events.toReversed().map((event, index) => (
        <li key={event.id} className="relative flex gap-4 pb-5 last:pb-0">
          {index < events.length - 1 ? (
            <span
              aria-hidden="true"
              className="absolute top-3 bottom-[-0.25rem] left-[0.3125rem] w-px bg-border"
            />
          ) : null}
          <span
            aria-hidden="true"
            className={`relative mt-1.5 size-2.75 shrink-0 rounded-full border-2 border-primary ${index === 0 ? "bg-primary" : "bg-card"}`}
          />
          <div className="min-w-0">
            <p>{event.label}</p>
            <LocalTime at={event.at} className="text-sm text-muted-foreground tabular-nums" />
          </div>
        </li>
      ))}
    </ol>
  );
}
