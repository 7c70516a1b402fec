"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { formAction } from "@/app/_server/run-action";
import { getDb } from "@/lib/db/client";
import { getShop } from "@/lib/env";
import { answerTicket, setTicketStatus } from "@/lib/support/change-ticket";
import { fillReply } from "@/lib/support/saved-replies";
import { answerSchema, statusSchema } from "@/lib/support/schema";

/** Answers a ticket, unless it has changed since it was shown: `conflict`. */
export const answerTicketAction = adminAction("tickets.change", answerSchema, async (answer, actor) => {
  await answerTicket(getDb(), { ...answer, actor });
  return "Response sent successfully";
});

export const setTicketStatusAction = adminAction("tickets.change", statusSchema, async (change, actor) => {
  await setTicketStatus(getDb(), { ...change, actor });
  return "Ticket status updated";
});

/** A saved reply with the ticket's name, order and link, for the answer form. */
export const fillReplyAction = formAction(
  "tickets.change",
  z.object({ replyId: z.uuid(), ticketId: z.uuid() }),
  async (input, { user: actor }) => ({
    text: await fillReply(getDb(), { ...input, origin: getShop().origin, actor }),
  }),
);
