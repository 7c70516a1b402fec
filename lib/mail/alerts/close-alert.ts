import { z } from "zod";
import { type AuditContext, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/errors";
import { maxKeyLength, resolveAlert } from "./raise-alert";

export const alertKeySchema = z.string().min(1).max(maxKeyLength);

/**
 * Resolves an alert for an administrator; it is raised again, with a mail, if its cause returns. Safe to repeat.
 * Errors: not_found.
 */
export async function closeAlert(
  db: Database,
  { key, ...audit }: AuditContext & { key: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT key FROM operator_alerts WHERE key = ${key} FOR UPDATE`;
    const alert = await tx.operatorAlert.findUnique({ where: { key } });
    if (!alert) throw notFound("There is no such alert.");
    if (alert.resolvedAt) return;
    await resolveAlert(tx, key);
    await recordAudit(tx, audit, "alert.resolved", ["alert", key], { before: { message: alert.message } });
  });
}
