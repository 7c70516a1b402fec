"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { readAnchor } from "@/lib/audit/audit-anchor";
import { checkAudit } from "@/lib/audit/check-audit";
import { getDb } from "@/lib/db/client";
import { getEnv } from "@/lib/env";
import { auditAnchorFile, markFile } from "@/lib/quarantine/database-mark";

export const checkAuditAction = adminAction("audit.read", z.object({}), async () => {
  const { DATABASE_URL, STATE_DIR, SHOP_SECRET } = getEnv();
  const noted = readAnchor(auditAnchorFile(markFile(DATABASE_URL, STATE_DIR)));
  return checkAudit(getDb(), SHOP_SECRET, [noted]);
});
