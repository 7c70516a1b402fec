"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { checkAudit } from "@/lib/audit/check-audit";
import { getDb } from "@/lib/db/client";
import { conflict } from "@/lib/errors";

export const checkAuditAction = adminAction("audit.read", z.object({}), async () => {
  const { rows, brokenAt } = await checkAudit(getDb());
  if (brokenAt === null) {
    return rows === 1
      ? "The log is intact: its only entry matches."
      : `The log is intact: all ${rows.toLocaleString("en-US")} entries match.`;
  }
  throw conflict(
    `The chain breaks at entry ${brokenAt}. The database was changed outside the shop: check who has access to it.`,
  );
});
