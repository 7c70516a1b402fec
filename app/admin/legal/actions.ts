"use server";

import { z } from "zod";
import { freshAdminAction } from "@/app/_server/admin-action";
import { reasonSchema } from "@/lib/audit/reason-schema";
import { getDb } from "@/lib/db/client";
import { newTextSchema, publishText } from "@/lib/legal/publish-text";

const publishSchema = newTextSchema.and(z.object({ reason: reasonSchema }));

export const publishTextAction = freshAdminAction(
  "legal.change",
  publishSchema,
  async ({ reason, ...text }, actor) => {
    const version = await publishText(getDb(), text, { actor, reason });
    return version === null
      ? "Nothing has changed."
      : `Version ${version} is published. It applies to every new order from now on.`;
  },
);
