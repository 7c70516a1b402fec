"use server";

import { fileTicket } from "@/app/_server/file-ticket";
import { formAction } from "@/app/_server/run-action";
import { openGuestTicketSchema } from "@/lib/support/schema";

/** Files a ticket from a page that everybody sees: a guest's with the address given, a customer's as their own. */
export const openTicketAction = formAction("public", openGuestTicketSchema, async (ticket, context) => {
  await fileTicket(context, ticket);
  return null;
});
