"use server";

import { revalidatePath } from "next/cache";
import { runAction } from "@/app/_server/run-action";
import { getConnection } from "@/lib/db/client";
import { consumeRateLimit } from "@/lib/rate-limit/consume-rate-limit";
import type { Result } from "@/lib/result";
import { closeTicket, replyToTicket } from "@/lib/support/change-ticket";
import { closeSchema, replySchema } from "@/lib/support/schema";

/** Adds a message to one of the caller's own tickets. */
export async function replyAction(_previous: Result<null> | null, form: FormData): Promise<Result<null>> {
  const result = await runAction("customer", replySchema, form, async (reply, { user }) => {
    const { db, pool } = getConnection();
    await consumeRateLimit(pool, "replyToTicket", user.id);
    await replyToTicket(db, { ...reply, userId: user.id });
    return null;
  });
  if (result.ok) revalidatePath("/tickets", "layout");
  return result;
}

/** Closes one of the caller's own tickets. */
export async function closeAction(_previous: Result<null> | null, form: FormData): Promise<Result<null>> {
  const result = await runAction("customer", closeSchema, form, async ({ ticketId }, { user }) => {
    await closeTicket(getConnection().db, { ticketId, userId: user.id });
    return null;
  });
  if (result.ok) revalidatePath("/tickets", "layout");
  return result;
}
