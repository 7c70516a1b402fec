"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { needsMe } from "@/app/_server/needs-me";
import { getDb } from "@/lib/base/db/client";
import { conflict } from "@/lib/base/errors";
import { snooze, snoozeChoices } from "@/lib/mail/alerts/snooze";

const snoozeSchema = z.object({
  subject: z.string().min(1).max(310),
  choice: z.enum(snoozeChoices),
  timeZone: z.string().max(60).catch("UTC"),
});

/** Snoozes an entry of the list, or puts it back. */
export const snoozeAction = adminAction("matters.snooze", snoozeSchema, async (input, actor) => {
  // Only what is in the caller's own list: a role can't hide what it may not see.
  const { entries, snoozed } = await needsMe();
  const entry = [...entries, ...snoozed].find(({ subject }) => subject === input.subject);
  if (!entry) throw conflict("This is not in your list any more.");
  const kinds = [entry.lead, ...entry.others].map(({ kind }) => kind);
  await snooze(getDb(), { ...input, kinds, actor });
  return input.choice === "end" ? "It is back in the list." : "Snoozed. It comes back automatically.";
});
