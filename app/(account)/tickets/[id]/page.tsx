import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { z } from "zod";
import { requireCustomer } from "@/app/_server/session";
import { CloseTicketForm } from "@/app/(account)/tickets/close-ticket-form";
import { ReplyForm } from "@/app/(account)/tickets/reply-form";
import { BackLink } from "@/components/layout/back-link";
import { LocalTime } from "@/components/orders/local-time";
import { TicketBadge } from "@/components/support/ticket-badge";
import { ButtonLink } from "@/components/ui/button-link";
import { cn } from "@/components/ui/cn";
import { getDb } from "@/lib/db/client";
import { findOwnTicket } from "@/lib/support/queries";
import type { ThreadMessage } from "@/lib/support/ticket-view";
import { closeAction, replyAction } from "../actions";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { title: "Ticket", robots: { index: false } };

/** One of the customer's own tickets with all messages; not found for other customers. */
export default async function TicketPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const ticketId = z.uuid().safeParse(id);
  if (!ticketId.success) notFound();
  const user = await requireCustomer(`/tickets/${ticketId.data}`);
  const ticket = await findOwnTicket(getDb(), { userId: user.id, ticketId: ticketId.data });
  if (!ticket) notFound();
  return (
    <div className="mx-auto flex w-full max-w-3xl flex-col gap-8">
      <header className="flex flex-col gap-3">
        <BackLink href="/dashboard?tab=support">Back to Support</BackLink>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="min-w-0 text-2xl font-semibold tracking-tight wrap-anywhere">{ticket.subject}</h1>
          <TicketBadge status={ticket.status} />
        </div>
        {ticket.order ? (
          <Link
            href={`/order/${ticket.order.token}`}
            prefetch={false}
            className="inline-flex min-h-11 w-fit items-center underline underline-offset-4"
          >
            Order #{ticket.order.shortId}
          </Link>
        ) : null}
      </header>
      <TicketThread thread={ticket.thread} />
      {ticket.status === "closed" ? (
        <div className="flex flex-col items-start gap-3 border-t border-border pt-6">
          <p className="text-muted-foreground">This ticket is closed. Need anything else? Open a new one.</p>
          <ButtonLink href="/dashboard?tab=support" prefetch={false} variant="outline">
            Contact Support
          </ButtonLink>
        </div>
      ) : (
        <div className="flex flex-col gap-8 border-t border-border pt-6">
          <ReplyForm ticketId={ticket.id} isResolved={ticket.status === "resolved"} action={replyAction} />
          <CloseTicketForm ticketId={ticket.id} action={closeAction} />
        </div>
      )}
    </div>
  );
}

const authors = { customer: "You", administrator: "Support" } as const;

/** The messages of a ticket, oldest first. */
function TicketThread({ thread }: { thread: ThreadMessage[] }) {
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
