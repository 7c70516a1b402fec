import { findLostAnchor, lostAnchorMessage, noteAnchor } from "@/lib/audit/audit-anchor";
import type { Database } from "@/lib/db/client";
import { raiseAlert, resolveAlert } from "./raise-alert";

const key = "audit_lost";

/**
 * Notes the audit log's newest entry outside the database. If the log has lost the entry that was noted before, it keeps
 * that note and raises an alert.
 */
export async function anchorAudit(db: Database, file: string | null): Promise<void> {
  const lost = await findLostAnchor(db, file);
  if (lost) return raiseAlert(db, { key, kind: "audit", message: lostAnchorMessage(lost) });
  await resolveAlert(db, key);
  await noteAnchor(db, file);
}
