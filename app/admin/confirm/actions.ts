"use server";

import { z } from "zod";
import { freshAdminAction } from "@/app/_server/admin-action";
import { adminPath } from "@/lib/people/auth/safe-path";

const schema = z.object({ next: z.string().max(2_000) });

/** Re-authenticates the administrator and goes on to the page that asked for it. */
export const confirmAction = freshAdminAction("overview", schema, async ({ next }) => {
  return { nextPath: adminPath(next) };
});
