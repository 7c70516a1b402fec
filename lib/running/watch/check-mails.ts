import type { Database } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { erasedEmail } from "@/lib/mail/address/address";
import { watchMembers } from "@/lib/mail/alerts/raise-alert";
import { accountDeleted, addressSuppressed } from "@/lib/mail/queue/mail";
import { mailErrorText } from "@/lib/mail/transport/mail-error-text";

const lateAfterMinutes = 15;

/**
 * Raises an alert when a mail failed in the last day or one has waited for a quarter of an hour, and resolves it
 * otherwise. Refused recipients and bounces don't count, except the operator's own: any visitor can cause them, and the
 * provider works. Mails that a quarantine holds wait on purpose, and their quarter of an hour begins at its end. The
 * alert's own mail may fail too, but the admin shows the alert.
 */
export function checkMails(db: Database): Promise<void> {
  const isShops = Prisma.sql`recipient <> ${erasedEmail} AND (report IS NULL OR report = 'failed' OR kind = 'operator-alert')
    AND COALESCE(error, '') NOT IN (${accountDeleted}, ${addressSuppressed})`;
  const failing = Prisma.sql`
    SELECT kind, since FROM (
      SELECT kind, COALESCE(reported_at, failed_at, created_at) AS since FROM email_log
      WHERE (state = 'failed' OR report = 'failed' OR (kind = 'operator-alert' AND report > 'failed'))
        AND ${isShops}) AS failed
    WHERE since > now() - interval '1 day'`;
  const waiting = Prisma.sql`
    SELECT kind, since FROM (
      SELECT kind, GREATEST(created_at, CASE WHEN kind <> 'operator-alert' THEN released_at END)
        + ${lateAfterMinutes}::int * interval '1 minute' AS since
      FROM email_log CROSS JOIN shop_state
      WHERE state = 'queued' AND report IS NULL AND (kind = 'operator-alert' OR quarantine_since IS NULL)) AS queued
    WHERE since < now()`;
  const describe = async () => {
    const [found] = await db.$queryRaw<{ failed: number; late: number; error: string | null }[]>`
      SELECT (SELECT count(*)::int FROM (${failing}) AS mail) AS failed,
        (SELECT count(*)::int FROM (${waiting}) AS mail) AS late,
        (SELECT error FROM email_log WHERE state IN ('failed', 'queued') AND error IS NOT NULL
          AND ${isShops} ORDER BY created_at DESC LIMIT 1) AS error`;
    const { failed = 0, late = 0, error = null } = found ?? {};
    const parts = [
      ...(failed > 0 ? [`${failed} failed in the last day`] : []),
      ...(late > 0
        ? [`${late} ${late === 1 ? "has" : "have"} waited for more than ${lateAfterMinutes} minutes`]
        : []),
    ];
    const cause = error ? ` The last error: ${mailErrorText(error)}.` : "";
    return `Emails are not being delivered: ${parts.join(", ")}.${cause} Check the mail provider, then send them again from Operations.`;
  };
  return watchMembers(db, {
    key: "mail",
    kind: "mail",
    // Mails about alerts are no news, or this alert's own would be.
    members: Prisma.sql`
      SELECT CASE WHEN kind <> 'operator-alert' THEN since END AS since
      FROM (${failing} UNION ALL ${waiting}) AS mail`,
    message: describe,
  });
}
