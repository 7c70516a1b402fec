import type { Database, Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { addMs, hour, utcText } from "@/lib/base/time/time";
import { watchMembers } from "@/lib/mail/alerts/raise-alert";

/** One backup a day, plus two hours before a missing one counts. */
export const backupMaxAgeHours = 26;

/**
 * Raises an alert when the last backup is older than 26 hours, and resolves it otherwise. A shop that never made one is
 * judged by the age of its database, once it has a BACKUP_KEY; a shop without either makes no backups that could be
 * late.
 */
export function checkBackups(db: Database, { isConfigured }: { isConfigured: boolean }): Promise<void> {
  const maxAge = Prisma.sql`${backupMaxAgeHours}::int * interval '1 hour'`;
  return watchMembers(db, {
    key: "backup_old",
    kind: "backup",
    members: Prisma.sql`
      SELECT last + ${maxAge} AS since FROM (SELECT max(finished_at) AS last FROM backups) AS backup
      WHERE COALESCE(last, (SELECT min(started_at) FROM _prisma_migrations WHERE ${isConfigured})) < now() - ${maxAge}`,
    message: ({ oldest }) => {
      const when = oldest
        ? `The last backup is from ${utcText(addMs(oldest, -backupMaxAgeHours * hour))}`
        : "BACKUP_KEY is set, but no backup was ever made";
      return `${when}. Run \`npm run ops -- backup /backups\` now, and check the log of what should have run it.`;
    },
  });
}

/** The message of the alert that the last backup failed; null when it did not. */
export async function findFailedBackup(db: Db): Promise<string | null> {
  const alert = await db.operatorAlert.findFirst({ where: { key: failedBackupKey, resolvedAt: null } });
  return alert?.message ?? null;
}

export const failedBackupKey = "backup_failed";
