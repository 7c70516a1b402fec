import { Fragment } from "react";
import { LocalTime } from "@/components/orders/local-time";
import { cn } from "@/components/ui/cn";
import { OutsideLink } from "@/components/ui/outside-link";
import { splitAtLinks } from "@/lib/base/text/links";
import { plural } from "@/lib/base/text/plural";
import type { Thread, ThreadMessage } from "@/lib/people/support/ticket-view";

type Author = ThreadMessage["author"];
type TicketThreadProps = Thread & { reader: Author };

const names: Record<Author, Record<Author, string>> = {
  customer: { customer: "You", administrator: "Support" },
  administrator: { customer: "Customer", administrator: "Admin" },
};

/** The messages of a ticket, oldest first; the reader's own side is on the right. Says how many are left out. */
export function TicketThread({ thread, leftOut, reader }: TicketThreadProps) {
  const [first, ...others] = thread;
  return (
    <ol aria-label="Messages" className="flex flex-col gap-4">
      {first ? <Message message={first} reader={reader} /> : null}
      {leftOut > 0 ? (
        <li className="text-sm text-muted-foreground">
          {plural(leftOut, "older message")} {leftOut === 1 ? "is" : "are"} not shown here.
          {reader === "customer" ? " The export in your settings has everything." : null}
        </li>
      ) : null}
      {others.map((message) => (
        <Message key={message.id} message={message} reader={reader} />
      ))}
    </ol>
  );
}

function Message({ message, reader }: { message: ThreadMessage; reader: Author }) {
  const { author, at, body } = message;
  const isCustomer = reader === "customer";
  return (
    <li
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
      <p className="whitespace-pre-line wrap-anywhere">
        {author === "administrator" ? <LinkedText>{body}</LinkedText> : body}
      </p>
    </li>
  );
}

/** A text whose addresses are links. */
function LinkedText({ children }: { children: string }) {
  return splitAtLinks(children).map(({ text, url }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text that never changes
    <Fragment key={index}>
      {url ? (
        <OutsideLink href={url} className="underline underline-offset-4">
          {text}
        </OutsideLink>
      ) : (
        text
      )}
    </Fragment>
  ));
}
