import type { Prisma, SupportTicket } from "@/lib/db/generated/client";
import { AppError } from "@/lib/errors";
import { nextTicketStatus, type TicketMove, type TicketStatus } from "./ticket-status";

/** The ticket to change. `userId`: only as its owner. `version`: only as it was when somebody looked at it. */
export type TicketSelector = { id: string; userId?: string; version?: number };

/**
 * Makes one move of a ticket, with what else is written on it, in the caller's transaction and under its lock; its
 * version goes up by one. Returns the status it had and the ticket as it is now. Errors: not_found (also for somebody
 * else's ticket); conflict when the move is not allowed or the version is another one.
 */
export async function changeTicket(
  tx: Prisma.TransactionClient,
  { id, userId, version }: TicketSelector,
  move: TicketMove,
  data: Prisma.SupportTicketUpdateInput = {},
): Promise<{ before: TicketStatus; after: SupportTicket }> {
  const [ticket] = await tx.$queryRaw<{ status: TicketStatus; user_id: string | null; version: number }[]>`
    SELECT status::text, user_id, version FROM support_tickets WHERE id = ${id}::uuid FOR UPDATE`;
  if (!ticket || (userId !== undefined && ticket.user_id !== userId)) throw new AppError("not_found");
  if (version !== undefined && version !== ticket.version) throw new AppError("conflict");
  const status = nextTicketStatus(ticket.status, move);
  if (status === null) throw new AppError("conflict", { userMessage: closedMessage });
  const after = await tx.supportTicket.update({
    where: { id },
    data: { ...data, status, version: { increment: 1 } },
  });
  return { before: ticket.status, after };
}

const closedMessage = "This ticket is closed. Please open a new one.";
