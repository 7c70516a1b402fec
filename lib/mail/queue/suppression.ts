import type { Db } from "@/lib/base/db/client";
import type { EmailLog } from "@/lib/base/db/generated/client";
import type { MailKind } from "./mails";

// The law requires these, or an operator reads them.
const always: readonly MailKind[] = [
  "order-confirmed",
  "withdrawal-received",
  "account-deleted",
  "test-mail",
  "operator-alert",
];

// The reader has just asked for these and looks for them, so the mailbox may exist again.
const askedFor: readonly MailKind[] = [
  "verify-email",
  "account-exists",
  "reset-password",
  "confirm-new-email",
  "confirm-order-email",
  "tracking-link",
];

type Known = { hasComplained: boolean; isBouncing: boolean };

/**
 * True when a mail must not be sent, by what became of earlier ones to its address: after a complaint all but what the
 * law requires, after a bounce also not what nobody asked for. A mail that arrives later ends a bounce. It is known as
 * long as the mails are kept.
 */
export async function isSuppressed(
  db: Db,
  { kind, recipient }: Pick<EmailLog, "kind" | "recipient">,
): Promise<boolean> {
  if (includes(always, kind)) return false;
  const { hasComplained, isBouncing } = await readReports(db, recipient);
  return hasComplained || (isBouncing && !includes(askedFor, kind));
}

/** True when mails to an address come back, by what became of earlier ones; a mail that arrives later ends it. */
export async function isBouncing(db: Db, recipient: string): Promise<boolean> {
  return (await readReports(db, recipient)).isBouncing;
}

async function readReports(db: Db, recipient: string): Promise<Known> {
  const [known] = await db.$queryRaw<Known[]>`
    SELECT COALESCE(bool_or(report = 'complained'), false) AS "hasComplained",
      COALESCE((array_agg(report ORDER BY reported_at DESC) FILTER (WHERE report <> 'complained'))[1] <> 'delivered',
        false) AS "isBouncing"
    FROM email_log
    WHERE recipient = ${recipient} AND report IN ('delivered', 'bounced', 'suppressed', 'complained')`;
  return known ?? { hasComplained: false, isBouncing: false };
}

function includes(kinds: readonly string[], kind: string): boolean {
  return kinds.includes(kind);
}
