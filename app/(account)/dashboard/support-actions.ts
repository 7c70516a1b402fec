"use server";

import { revalidatePath } from "next/cache";
import { fileTicket } from "@/app/_server/file-ticket";
import { formAction } from "@/app/_server/run-action";
import { getReplyText } from "@/app/_server/site";
import { openTicketSchema } from "@/lib/people/support/ticket-forms";

/** Files a customer's ticket and refreshes the list beside the form. */
export const openOwnTicketAction = formAction("customer", openTicketSchema, async (ticket, context) => {
  await fileTicket(context, { ...ticket, kind: "support", email: "", target: null });
  revalidatePath("/dashboard");
  return getReplyText();
});
