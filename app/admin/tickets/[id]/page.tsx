import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { requireAdmin } from "@/app/_server/session";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { TicketOrder } from "@/app/admin/tickets/ticket-order";
import { AdminHeading } from "@/components/admin/admin-heading";
import { LocalTime } from "@/components/orders/local-time";
import { cn } from "@/components/ui/cn";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { findOrderFile } from "@/lib/reporting/find-order-file";
import { findTicket } from "@/lib/support/queries";
import { listSavedReplies } from "@/lib/support/saved-replies";
import type { ThreadMessage } from "@/lib/support/ticket-view";

export const metadata: Metadata = { title: "Ticket" };

/** One ticket with all messages, and the order it is about beside it. */
export default async function AdminTicketPage({ params }: { params: Promise<{ id: string }> }) {
  await requireAdmin("tickets.read");
  const id = z.uuid().safeParse((await params).id);
  const ticket = id.success ? await findTicket(getDb(), id.data) : null;
  if (!ticket) notFound();
  const [saved, order] = await Promise.all([
    listSavedReplies(getDb()),
    ticket.orderId ? findOrderFile(getDb(), ticket.orderId, databaseNow()) : null,
  ]);
  const replies = saved.map(({ id, title }) => ({ id, title }));
  return (
    <>
      <AdminHeading title={ticket.subject} />
      <div className={cn("grid items-start gap-6", order && "xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]")}>
        <div className="flex min-w-0 flex-col gap-6">
          <TicketCard ticket={ticket} replies={replies} isWhole />
          {ticket.thread.length > 1 ? <TicketExchange thread={ticket.thread} /> : null}
        </div>
        {order ? <TicketOrder order={order} /> : null}
      </div>
    </>
  );
}

/** The messages of a ticket, oldest first. */
function TicketExchange({ thread }: { thread: ThreadMessage[] }) {
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
