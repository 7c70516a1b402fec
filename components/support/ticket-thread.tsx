import { LocalTime } from "@/components/orders/local-time";
import { cn } from "@/components/ui/cn";
import type { ThreadMessage } from "@/lib/support/ticket-view";

type Author = ThreadMessage["author"];
type TicketThreadProps = { thread: ThreadMessage[]; reader: Author };

const names: Record<Author, Record<Author, string>> = {
  customer: { customer: "You", administrator: "Support" },
  administrator: { customer: "Customer", administrator: "Admin" },
};

/** The messages of a ticket, oldest first; the reader's own side is on the right. */
export function TicketThread({ thread, reader }: TicketThreadProps) {
  const isCustomer = reader === "customer";
  return (
    <ol aria-label="Messages" className="flex flex-col gap-4">
      {thread.map(({ id, author, at, body }) => (
        <li
          key={id}
          className={cn(
            "flex max-w-2xl flex-col gap-1.5 rounded-xl border border-border",
            isCustomer ? "p-5" : "p-4",
            author === "administrator" ? "bg-primary-soft" : "bg-card",
            author === reader && "self-end max-sm:self-stretch",
          )}
        >
          <p className="flex flex-wrap justify-between gap-x-6 text-sm">
            <span className="font-semibold">{names[reader][author]}</span>
            <LocalTime
              at={at}
              className={isCustomer && author === reader ? "text-muted-foreground" : undefined}
            />
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{body}</p>
        </li>
      ))}
    </ol>
  );
}
