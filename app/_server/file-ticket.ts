import "server-only";
import type { z } from "zod";
import { requireNotBlocked } from "@/lib/abuse/blocks";
import { getConnection } from "@/lib/db/client";
import { sha256 } from "@/lib/ids";
import { addressKey } from "@/lib/rate-limit/address-key";
import { takePoint } from "@/lib/rate-limit/take-point";
import { openTicket } from "@/lib/support/open-ticket";
import type { openGuestTicketSchema } from "@/lib/support/schema";
import { ticketCaller } from "@/lib/support/ticket-caller";
import type { ActionContext } from "./run-action";

/**
 * Opens a ticket for whoever asks: a customer's account wins over the address in the form. Counted by where it comes
 * from and by whom the mail about it goes to. Errors: those of openTicket; invalid_input for a guest without a usable
 * address; rate_limited; blocked.
 */
export async function fileTicket(
  { address, user }: Pick<ActionContext, "address" | "user">,
  { email, ...ticket }: z.infer<typeof openGuestTicketSchema>,
): Promise<void> {
  const { db, pool } = getConnection();
  const caller = ticketCaller(user, email);
  await takePoint(pool, "openTicket", addressKey(address));
  await takePoint(pool, "ticketsOfEmail", sha256(caller.email));
  await requireNotBlocked(db, { email: caller.email, network: addressKey(address) });
  await openTicket(db, { caller, ...ticket });
}
