import { isLost, lostAnchorMessage, noteAnchor, readAnchor } from "@/lib/base/audit/audit-anchor";
import { foreignSealMessage, sealAudit } from "@/lib/base/audit/seal-audit";
import type { Database } from "@/lib/base/db/client";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";

const key = "audit_lost";

/**
 * Seals the audit log under SHOP_SECRET and notes its newest entry outside the database. If the log has lost the entry
 * that was noted before, or no key of SHOP_SECRET made its newest seal, it does neither and raises an alert.
 */
export async function anchorAudit(db: Database, secret: string, file: string | null): Promise<void> {
  const message = await sealOrRefuse(db, secret, file);
  if (message !== null) return raiseAlert(db, { key, kind: "audit", message });
  await resolveAlert(db, key);
  await noteAnchor(db, file);
}

async function sealOrRefuse(db: Database, secret: string, file: string | null): Promise<string | null> {
  const anchor = readAnchor(file);
  if (anchor && (await isLost(db, anchor))) return lostAnchorMessage(anchor);
  const isSealed = await db.$transaction((tx) => sealAudit(tx, secret));
  return isSealed ? null : foreignSealMessage;
}
