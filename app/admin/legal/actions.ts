"use server";

import { freshAdminAction } from "@/app/_server/admin-action";
import { withReason } from "@/lib/base/audit/reason-schema";
import { getDb } from "@/lib/base/db/client";
import { newTextSchema, publishText } from "@/lib/shop/legal/publish-text";

export const publishTextAction = freshAdminAction(
  "legal.change",
  newTextSchema.and(withReason),
  async ({ reason, ...text }, actor) => {
    const version = await publishText(getDb(), text, { actor, reason });
    return version === null
      ? "Nothing has changed."
      : `Version ${version} is published. It applies to every new order from now on.`;
  },
);
