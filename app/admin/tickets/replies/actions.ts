"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { getDb } from "@/lib/db/client";
import { deleteReply, savedReplySchema, saveReply } from "@/lib/support/saved-replies";

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
