"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { formAction } from "@/app/_server/run-action";
import { getDb } from "@/lib/base/db/client";
import { getShop } from "@/lib/base/env/env";
import { answerTicket, setTicketStatus } from "@/lib/people/support/change-ticket";
import { deleteReply, fillReply, savedReplySchema, saveReply } from "@/lib/people/support/saved-replies";
import { answerSchema, statusSchema, writeFirstSchema } from "@/lib/people/support/ticket-forms";
import { writeFirst } from "@/lib/people/support/write-first";

/** Answers a ticket, unless it has changed since it was shown: `conflict`. */
export const answerTicketAction = adminAction("tickets.change", answerSchema, async (answer, actor) => {
  await answerTicket(getDb(), { ...answer, actor });
  return "Response sent successfully";
});

/** Writes to a person first, and opens the new ticket. */
export const writeFirstAction = adminAction("tickets.change", writeFirstSchema, async (message, actor) => {
  const { ticketId } = await writeFirst(getDb(), { ...message, actor });
  return { nextPath: `/admin/tickets/${ticketId}` };
});

export const setTicketStatusAction = adminAction("tickets.change", statusSchema, async (change, actor) => {
  await setTicketStatus(getDb(), { ...change, actor });
  return "Ticket status updated";
});

/** A saved reply with the ticket's name, order and link, for the answer form. */
export const fillReplyAction = formAction(
  "tickets.read",
  z.object({ replyId: z.uuid(), ticketId: z.uuid() }),
  async (input) => ({ text: await fillReply(getDb(), { ...input, origin: getShop().origin }) }),
);

export const saveReplyAction = adminAction("tickets.change", savedReplySchema, async (reply, actor) => {
  await saveReply(getDb(), { ...reply, actor });
  return "Saved. The answer form of every ticket offers it from now on.";
});

export const deleteReplyAction = adminAction(
  "tickets.change",
  z.object({ replyId: z.uuid() }),
  async (input, actor) => {
    await deleteReply(getDb(), { ...input, actor });
    return "Deleted. Answers that were sent with it stay.";
  },
);
