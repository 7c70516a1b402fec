"use server";

import { refresh } from "next/cache";
import { runAction } from "@/app/_server/run-action";
import type { AdminResult } from "@/components/admin/action-form";
import { getDb } from "@/lib/db/client";
import { answerTicket, setTicketStatus } from "@/lib/support/change-ticket";
import { answerSchema, statusSchema } from "@/lib/support/schema";

type Previous = AdminResult | null;

/** Answers a ticket. Of two administrators who do, the first wins; the second is told and keeps the text. */
export async function answerTicketAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", answerSchema, form, async (answer, { user: actor }) => {
    await answerTicket(getDb(), { ...answer, actor });
    return { message: "Response sent successfully" };
  });
  if (result.ok) refresh();
  return result;
}

export async function setTicketStatusAction(_previous: Previous, form: FormData): Promise<AdminResult> {
  const result = await runAction("admin", statusSchema, form, async (change, { user: actor }) => {
    await setTicketStatus(getDb(), { ...change, actor });
    return { message: "Ticket status updated" };
  });
  if (result.ok) refresh();
  return result;
}
