"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { snooze, snoozeChoices } from "@/lib/alerts/snooze";
import { getDb } from "@/lib/db/client";

const snoozeSchema = z.object({
  subject: z.string().min(1).max(310),
  choice: z.enum(snoozeChoices),
  timeZone: z.string().max(60).catch("UTC"),
});

/** Leaves a matter out of the list for a while, or puts it back. */
export const snoozeAction = adminAction(snoozeSchema, async (input, actor) => {
  await snooze(getDb(), { ...input, actor });
  return input.choice === "end" ? "It is back in the list." : "Snoozed. It comes back by itself.";
});
