"use server";

import { z } from "zod";
import { freshAdminAction } from "@/app/_server/admin-action";
import { safePath } from "@/lib/people/auth/safe-path";

const schema = z.object({ next: z.string().max(2_000) });

/** Re-authenticates the administrator and goes on to the page that asked for it. */
export const confirmAction = freshAdminAction("overview", schema, async ({ next }) => {
  return { nextPath: adminPathOf(next) };
});

/** `wanted` if it is a path of the admin pages, else the overview. */
function adminPathOf(wanted: string): string {
  const path = safePath(wanted);
  return /^\/admin(?:[/?]|$)/.test(path) ? path : "/admin";
}
