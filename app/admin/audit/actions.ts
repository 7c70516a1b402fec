"use server";

import { z } from "zod";
import { runAction } from "@/app/_server/run-action";
import type { AdminResult } from "@/components/admin/action-form";
import { checkAudit } from "@/lib/audit/check-audit";
import { getDb } from "@/lib/db/client";
import { AppError } from "@/lib/errors";

export async function checkAuditAction(_previous: AdminResult | null, form: FormData): Promise<AdminResult> {
  return runAction("admin", z.object({}), form, async () => {
    const { rows, brokenAt } = await checkAudit(getDb());
    if (brokenAt === null)
      return { message: `The log is whole: all ${rows.toLocaleString("en-US")} entries hold.` };
    throw new AppError("conflict", {
      userMessage: `The chain breaks at entry ${brokenAt}. Somebody changed the database itself: find out who can.`,
    });
  });
}
