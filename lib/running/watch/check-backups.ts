import type { Database, Db } from "@/lib/base/db/client";
import { utcText } from "@/lib/base/time/time";
import { raiseAlert, resolveAlert } from "@/lib/mail/alerts/raise-alert";

/** One backup a day, plus two hours before a missing one counts. */
export const backupMaxAgeHours = 26;

/**
 * Raises an alert when the last backup is older than 26 hours, and resolves it otherwise. A shop that never made one is
 * judged by the age of its database, once it has a BACKUP_KEY; a shop without either makes no backups that could be
 * late.
 */
export async function checkBackups(db: Database, { isConfigured }: { isConfigured: boolean }): Promise<void> {
  const [found] = await db.$queryRaw<{ last: Date | null; isOld: boolean }[]>`
    SELECT last, COALESCE(last, (SELECT min(started_at) FROM _prisma_migrations))
      < now() - ${backupMaxAgeHours}::int * interval '1 hour' AS "isOld"
    FROM (SELECT max(finished_at) AS last FROM backups) AS backup`;
  const { last = null, isOld = false } = found ?? {};
  if (!isOld || (last === null && !isConfigured)) return resolveAlert(db, "backup_old");
  const when = last
    ? `The last backup is from ${utcText(last)}`
    : "BACKUP_KEY is set, but no backup was ever made";
  const message = `${when}. Run \`npm run ops -- backup /backups\` now, and check the log of what should have run it.`;
  await raiseAlert(db, { key: "backup_old", kind: "backup", message });
}

/** The message of the alert that the last backup failed; null when it did not. */
export async function findFailedBackup(db: Db): Promise<string | null> {
  const alert = await db.operatorAlert.findFirst({ where: { key: failedBackupKey, resolvedAt: null } });
  return alert?.message ?? null;
}

export const failedBackupKey = "backup_failed";
