"use server";

import { adminAction } from "@/app/_server/admin-action";
import { getDb } from "@/lib/db/client";
import { answerTicket, setTicketStatus } from "@/lib/support/change-ticket";
import { answerSchema, statusSchema } from "@/lib/support/schema";

/** Answers a ticket. If two administrators answer, the first wins; the second gets `conflict` and keeps the text. */
export const answerTicketAction = adminAction("tickets.change", answerSchema, async (answer, actor) => {
  await answerTicket(getDb(), { ...answer, actor });
  return "Response sent successfully";
});

export const setTicketStatusAction = adminAction("tickets.change", statusSchema, async (change, actor) => {
  await setTicketStatus(getDb(), { ...change, actor });
  return "Ticket status updated";
});
