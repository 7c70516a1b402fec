"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { checkAudit } from "@/lib/audit/check-audit";
import { getDb } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

export const checkAuditAction = adminAction(z.object({}), async () => {
  const { rows, brokenAt } = await checkAudit(getDb());
  if (brokenAt === null) return `The log is whole: all ${rows.toLocaleString("en-US")} entries hold.`;
  throw new AppError("conflict", {
    userMessage: `The chain breaks at entry ${brokenAt}. Somebody changed the database itself: find out who can.`,
  });
});
