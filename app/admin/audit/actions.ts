"use server";

import { z } from "zod";
import { adminAction } from "@/app/_server/admin-action";
import { readAnchor } from "@/lib/base/audit/audit-anchor";
import { checkAudit } from "@/lib/base/audit/check-audit";
import { getDb } from "@/lib/base/db/client";
import { getEnv } from "@/lib/base/env/env";
import { auditAnchorFile, markFile } from "@/lib/base/quarantine/database-mark";

export const checkAuditAction = adminAction("audit.read", z.object({}), async () => {
  const { DATABASE_URL, STATE_DIR, SHOP_SECRET } = getEnv();
  const noted = readAnchor(auditAnchorFile(markFile(DATABASE_URL, STATE_DIR)));
  return checkAudit(getDb(), SHOP_SECRET, [noted]);
});
