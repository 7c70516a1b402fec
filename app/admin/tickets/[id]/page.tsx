import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { z } from "zod";
import { requireAdmin } from "@/app/_server/session";
import { TicketCard } from "@/app/admin/tickets/ticket-card";
import { TicketExchange } from "@/app/admin/tickets/ticket-exchange";
import { AdminHeading } from "@/components/admin/admin-heading";
import { getDb } from "@/lib/db/client";
import { findTicket } from "@/lib/support/queries";
import { addBlockAction } from "../../blocks/actions";
import { answerTicketAction, setTicketStatusAction } from "../actions";

export const metadata: Metadata = { title: "Ticket" };

/** One ticket with everything that was written. */
export default async function AdminTicketPage({ params }: { params: Promise<{ id: string }> }) {
  await requireAdmin();
  const id = z.uuid().safeParse((await params).id);
  const ticket = id.success ? await findTicket(getDb(), id.data) : null;
  if (!ticket) notFound();
  return (
    <>
      <AdminHeading title={ticket.subject} />
      <TicketCard
        ticket={ticket}
        answer={answerTicketAction}
        setStatus={setTicketStatusAction}
        block={addBlockAction}
        isWhole
      />
      {ticket.thread.length > 1 ? <TicketExchange thread={ticket.thread} /> : null}
    </>
  );
}
