"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { getDb } from "@/lib/base/db/client";
import { deleteView, savedViewSchema, saveView } from "@/lib/people/views/saved-views";

export const saveViewAction = adminAction("views.change", savedViewSchema, async (view, actor) => {
  await saveView(getDb(), { ...view, actor });
  return view.isShared ? "Saved for all administrators." : "Saved for you.";
});

export const deleteViewAction = adminAction(
  "views.change",
  z.object({ viewId: z.uuid() }),
  async (input, actor) => {
    await deleteView(getDb(), { ...input, actor });
    return "Deleted. The list stays as it is.";
  },
);
