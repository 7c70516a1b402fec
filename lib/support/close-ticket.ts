import type { Database } from "@/lib/db/client";
import { changeTicket } from "./change-ticket";

/**
 * Closes a ticket for its owner; it stays closed. Errors: not_found (also for somebody else's ticket); conflict when
 * it is closed already.
 */
export async function closeTicket(
  db: Database,
  { userId, ticketId }: { userId: string; ticketId: string },
): Promise<void> {
  await db.$transaction((tx) => changeTicket(tx, { id: ticketId, userId }, { kind: "close" }));
}
