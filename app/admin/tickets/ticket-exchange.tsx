import { LocalTime } from "@/components/orders/local-time";
import { cn } from "@/components/ui/cn";
import type { ThreadMessage } from "@/lib/support/ticket-view";

/** What was written in a ticket, oldest first, as the admin pages reads it. */
export function TicketExchange({ thread }: { thread: ThreadMessage[] }) {
  return (
    <ol aria-label="Messages" className="flex flex-col gap-4">
      {thread.map((message) => (
        <li
          key={message.id}
          className={cn(
            "flex max-w-2xl flex-col gap-1.5 rounded-xl border border-border p-4",
            message.author === "administrator" ? "self-end bg-primary-soft max-sm:self-stretch" : "bg-card",
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-6 text-sm">
            <span className="font-semibold">{message.author === "administrator" ? "Admin" : "Customer"}</span>
            <LocalTime at={message.at} />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{message.body}</p>
        </li>
      ))}
    </ol>
  );
}
