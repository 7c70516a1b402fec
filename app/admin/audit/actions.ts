"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { findLostAnchor, lostAnchorMessage } from "@/lib/audit/audit-anchor";
import { checkAudit } from "@/lib/audit/check-audit";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { conflict } from "@/lib/errors";
import { auditAnchorFile, markFile } from "@/lib/quarantine/database-mark";

export const checkAuditAction = adminAction("audit.read", z.object({}), async () => {
  const { rows, brokenAt } = await checkAudit(getDb());
  if (brokenAt !== null) {
    throw conflict(
      `The chain breaks at entry ${brokenAt}. The database was changed outside the shop: check who has access to it.`,
    );
  }
  const { DATABASE_URL, STATE_DIR } = getEnv();
  const lost = await findLostAnchor(getDb(), auditAnchorFile(markFile(DATABASE_URL, STATE_DIR)));
  if (lost) throw conflict(lostAnchorMessage(lost));
  return rows === 1
    ? "The log is intact: its only entry matches."
    : `The log is intact: all ${rows.toLocaleString("en-US")} entries match.`;
});
