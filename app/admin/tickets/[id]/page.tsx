import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { requireAdmin } from "@/app/_server/session";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { AdminHeading } from "@/components/admin/admin-heading";
import { LocalTime } from "@/components/orders/local-time";
import { cn } from "@/components/ui/cn";
import { getDb } from "@/lib/db/client";
import { findTicket } from "@/lib/support/queries";
import type { ThreadMessage } from "@/lib/support/ticket-view";

export const metadata: Metadata = { title: "Ticket" };

/** One ticket with all messages. */
export default async function AdminTicketPage({ params }: { params: Promise<{ id: string }> }) {
  await requireAdmin("tickets.read");
  const id = z.uuid().safeParse((await params).id);
  const ticket = id.success ? await findTicket(getDb(), id.data) : null;
  if (!ticket) notFound();
  return (
    <>
      <AdminHeading title={ticket.subject} />
      <TicketCard ticket={ticket} isWhole />
      {ticket.thread.length > 1 ? <TicketExchange thread={ticket.thread} /> : null}
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
