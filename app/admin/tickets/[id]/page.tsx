import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { requireAdmin } from "@/app/_server/session";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { TicketOrder } from "@/app/admin/tickets/ticket-order";
import { AdminHeading } from "@/components/admin/admin-heading";
import { TicketThread } from "@/components/support/ticket-thread";
import { cn } from "@/components/ui/cn";
import { databaseNow } from "@/lib/clock";
import { getDb } from "@/lib/db/client";
import { findOrderDetails } from "@/lib/reporting/find-order-details";
import { findTicket } from "@/lib/support/queries";
import { listSavedReplies } from "@/lib/support/saved-replies";

export const metadata: Metadata = { title: "Ticket" };

/** One ticket with all messages, and the order it is about beside it. */
export default async function AdminTicketPage({ params }: { params: Promise<{ id: string }> }) {
  await requireAdmin("tickets.read");
  const id = z.uuid().safeParse((await params).id);
  const ticket = id.success ? await findTicket(getDb(), id.data) : null;
  if (!ticket) notFound();
  const [saved, order] = await Promise.all([
    listSavedReplies(getDb()),
    ticket.orderId ? findOrderDetails(getDb(), ticket.orderId, databaseNow()) : null,
  ]);
  const replies = saved.map(({ id, title }) => ({ id, title }));
  return (
    <>
      <AdminHeading title={ticket.subject} />
      <div className={cn("grid items-start gap-6", order && "xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]")}>
        <div className="flex min-w-0 flex-col gap-6">
          <TicketCard ticket={ticket} replies={replies} isWhole />
          {ticket.thread.length > 1 ? <TicketThread thread={ticket.thread} reader="administrator" /> : null}
        </div>
        {order ? <TicketOrder order={order} /> : null}
      </div>
    </>
  );
}
