import "server-only";
import type { z } from "zod";
import { getConnection } from "@/lib/base/db/client";
import { addressKey } from "@/lib/base/rate-limit/address-key";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { requireNotBlocked } from "@/lib/people/abuse/blocks";
import { mayMail } from "@/lib/people/customers/mail-allowance";
import { openTicket, ticketCaller } from "@/lib/people/support/open-ticket";
import type { openGuestTicketSchema } from "@/lib/people/support/ticket-forms";
import type { ActionContext } from "./run-action";

/**
 * Opens a ticket for a guest or customer; a customer's own address wins over the form's. Rate-limited by network, and
 * by account for customers. The receipt to a guest's unproven address has its own limit; the ticket is filed in any
 * case. Errors: those of openTicket; invalid_input for a guest without a usable address; rate_limited; blocked.
 */
export async function fileTicket(
  { address, user }: Pick<ActionContext, "address" | "user">,
  { email, ...ticket }: z.infer<typeof openGuestTicketSchema>,
): Promise<void> {
  const { db, pool } = getConnection();
  const caller = ticketCaller(user, email);
  await consumeRateLimit(pool, "openTicket", addressKey(address));
  await requireNotBlocked(db, { email: caller.email, network: addressKey(address) });
  if (user) await consumeRateLimit(pool, "ticketsOfAccount", user.id);
  const isMailed = user !== null || (await mayMail(pool, caller.email, { address }));
  await openTicket(db, { caller, ...ticket, isMailed });
}
