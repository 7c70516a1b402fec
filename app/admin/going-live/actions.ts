"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { getDb } from "@/lib/base/db/client";
import { isLive } from "@/lib/base/env/env";
import { confirmTestMail, sendTestMail } from "@/lib/mail/queue/test-mail";
import { claimNames } from "@/lib/shop/settings/claims";
import { saveClaim } from "@/lib/shop/settings/save-settings";
import { claimFormSchema } from "@/lib/shop/settings/settings-forms";

export const saveClaimAction = adminAction(
  "legal.change",
  claimFormSchema(claimNames),
  async (change, actor) => {
    const isSaved = await saveClaim(getDb(), { change, actor, isLive: isLive() });
    return isSaved ? "Saved. The pages show it within a minute." : "Nothing has changed.";
  },
);

export const sendTestMailAction = adminAction("operations.change", z.object({}), async (_input, actor) => {
  await sendTestMail(getDb(), { actor, recipient: actor.email });
  return `A test email to ${actor.email} is on its way. Reload this page in a moment.`;
});

export const confirmTestMailAction = adminAction(
  "operations.change",
  z.object({ id: z.uuid() }),
  async ({ id }, actor) => {
    await confirmTestMail(getDb(), { actor, id });
    return "Good. Email works.";
  },
);
