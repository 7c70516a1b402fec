"use server";

import { fileTicket } from "@/app/_server/file-ticket";
import { formAction } from "@/app/_server/run-action";
import { getReplyText } from "@/app/_server/site";
import { openGuestTicketSchema } from "@/lib/people/support/ticket-forms";

/** Files a ticket from a public page: a guest's with the given address, a customer's with the account's. */
export const openTicketAction = formAction("public", openGuestTicketSchema, async (ticket, context) => {
  await fileTicket(context, ticket);
  return getReplyText();
});
