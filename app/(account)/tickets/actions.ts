"use server";

import { revalidatePath } from "next/cache";
import { formAction } from "@/app/_server/run-action";
import { getReplyText } from "@/app/_server/site";
import { getConnection } from "@/lib/base/db/client";
import { consumeRateLimit } from "@/lib/base/rate-limit/consume-rate-limit";
import { closeTicket, replyToTicket } from "@/lib/people/support/change-ticket";
import { closeSchema, replySchema } from "@/lib/people/support/ticket-forms";

/** Adds a message to one of the caller's own tickets. */
export const replyAction = formAction("customer", replySchema, async (reply, { user }) => {
  const { db, pool } = getConnection();
  await consumeRateLimit(pool, "replyToTicket", user.id);
  await replyToTicket(db, { ...reply, userId: user.id });
  revalidatePath("/tickets", "layout");
  return getReplyText();
});

/** Closes one of the caller's own tickets. */
export const closeAction = formAction("customer", closeSchema, async ({ ticketId }, { user }) => {
  await closeTicket(getConnection().db, { ticketId, userId: user.id });
  revalidatePath("/tickets", "layout");
  return null;
});
