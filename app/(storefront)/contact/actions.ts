"use server";

import { fileTicket } from "@/app/_server/file-ticket";
import { runAction } from "@/app/_server/run-action";
import type { Result } from "@/lib/result";
import { openGuestTicketSchema } from "@/lib/support/schema";

/** Files a ticket from a page that everybody sees: a guest's with the address given, a customer's as their own. */
export async function openTicketAction(
  _previous: Result<null> | null,
  form: FormData,
): Promise<Result<null>> {
  return runAction("public", openGuestTicketSchema, form, async (ticket, context) => {
    await fileTicket(context, ticket);
    return null;
  });
}
