import type { Database } from "@/lib/db/client";
import { changeTicket } from "./change-ticket";

export type TicketReply = {
  userId: string;
  ticketId: string;
  /** Parsed by messageSchema. */
  message: string;
};

/**
 * Adds its owner's message to a ticket. A resolved one opens again, and an answer that stood on it makes way, so that
 * the admin pages offers to answer; the thread keeps it. Errors: not_found (also for somebody else's ticket); conflict when
 * it is closed.
 */
export async function replyToTicket(db: Database, { userId, ticketId, message }: TicketReply): Promise<void> {
  await db.$transaction(async (tx) => {
    await changeTicket(
      tx,
      { id: ticketId, userId },
      { kind: "reply" },
      { adminResponse: null, respondedAt: null },
    );
    await tx.ticketMessage.create({ data: { ticketId, author: "customer", body: message } });
  });
}
