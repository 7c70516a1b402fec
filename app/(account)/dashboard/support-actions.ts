"use server";

import { revalidatePath } from "next/cache";
import { fileTicket } from "@/app/_server/file-ticket";
import { runAction } from "@/app/_server/run-action";
import type { Result } from "@/lib/result";
import { openTicketSchema } from "@/lib/support/schema";

/** Files a customer's ticket; the list beside the form shows it at once. */
export async function openOwnTicketAction(
  _previous: Result<null> | null,
  form: FormData,
): Promise<Result<null>> {
  const result = await runAction("customer", openTicketSchema, form, async (ticket, context) => {
    await fileTicket(context, { ...ticket, kind: "support", email: "", target: null });
    return null;
  });
  if (result.ok) revalidatePath("/dashboard");
  return result;
}
