import type { Metadata } from "next";
import Link from "next/link";
import { findRecord, type RecordProps } from "@/app/_server/page-props";
import { requireCustomer } from "@/app/_server/session";
import { mayReadTickets, TooManyReads } from "@/app/(account)/tickets/reading-limit";
import { CloseTicketForm, ReplyForm } from "@/app/(account)/tickets/ticket-forms";
import { BackLink } from "@/components/layout/back-link";
import { TicketBadge } from "@/components/support/ticket-badge";
import { TicketThread } from "@/components/support/ticket-thread";
import { ButtonLink } from "@/components/ui/button-link";
import { getDb } from "@/lib/base/db/client";
import { findOwnTicket } from "@/lib/people/support/list-tickets";

export const dynamic = "force-dynamic";

export const metadata: Metadata = { title: "Ticket", robots: { index: false } };

/** One of the customer's own tickets with all messages; not found for other customers. */
export default async function TicketPage(props: RecordProps) {
  const ticket = await findRecord(props, async (ticketId) => {
    const user = await requireCustomer(`/tickets/${ticketId}`);
    if (!(await mayReadTickets(user.id))) return "tooMany";
    return findOwnTicket(getDb(), { userId: user.id, ticketId });
  });
  if (ticket === "tooMany") return <TooManyReads />;
  const isClosed = ticket.status === "closed";
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
      <TicketThread {...ticket} reader="customer" />
      {/* Takes the focus when the ticket is closed and its forms go away. */}
      <section tabIndex={-1} className="border-t border-border pt-6">
        <div className="flex flex-col gap-8">
          {isClosed || ticket.isFull ? (
            <div className="flex flex-col items-start gap-3">
              <p className="text-muted-foreground">
                {isClosed
                  ? "This ticket is closed. Need anything else? Open a new one."
                  : "This ticket is long and takes no more messages. Need anything else? Open a new one and mention this one."}
              </p>
              <ButtonLink href="/dashboard?tab=support" prefetch={false} variant="outline">
                Contact Support
              </ButtonLink>
            </div>
          ) : (
            <ReplyForm ticketId={ticket.id} isResolved={ticket.status === "resolved"} />
          )}
          {isClosed ? null : <CloseTicketForm ticketId={ticket.id} />}
        </div>
      </section>
    </div>
  );
}
