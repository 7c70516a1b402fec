import { LocalTime } from "@/components/orders/local-time";
import { cn } from "@/components/ui/cn";
import type { ThreadMessage } from "@/lib/support/ticket-view";

const authors = { customer: "You", administrator: "Support" } as const;

/** What was written in a ticket, oldest first. */
export function TicketThread({ thread }: { thread: ThreadMessage[] }) {
  return (
    <ol aria-label="Messages" className="flex flex-col gap-4">
      {thread.map((message) => (
        <li
          key={message.id}
          className={cn(
            "flex max-w-2xl flex-col gap-1.5 rounded-xl border border-border p-5",
            message.author === "administrator" ? "bg-primary-soft" : "self-end bg-card max-sm:self-stretch",
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-6 text-sm">
            <span className="font-semibold">{authors[message.author]}</span>
            <LocalTime
              at={message.at}
              className={message.author === "administrator" ? undefined : "text-muted-foreground"}
            />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{message.body}</p>
        </li>
      ))}
    </ol>
  );
}
