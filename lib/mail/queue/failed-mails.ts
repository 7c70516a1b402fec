import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import type { EmailLog } from "@/lib/base/db/generated/client";
import { AppError, conflict } from "@/lib/base/errors";
import { enqueue } from "@/lib/base/jobs/enqueue";
import { databaseNow } from "@/lib/base/time/clock";
import { type IsoDates, withIsoDates } from "@/lib/base/time/time";
import { erasedEmail } from "@/lib/mail/address/address";
import { sendMailJob } from "./enqueue-mail";
import type { MailKinds } from "./mail";

/** A mail that failed for good or came back, as the admin pages list it. */
export type FailedMail = IsoDates<Pick<EmailLog, (typeof shown)[number]>> & {
  /** False when it was sent, or its link was erased: the customer must request a new one. */
  canBeSentAgain: boolean;
};

// `error` is the last error's name: the provider's or ours (`not_rendered`, `timeout`).
const shown = [
  "id",
  "kind",
  "recipient",
  "orderId",
  "attempts",
  "state",
  "report",
  "error",
  "createdAt",
] as const;

/**
 * The mails that failed for good, and after them those that came back, each the newest first, at most `limit`; without
 * those whose recipient was erased.
 */
export async function listFailedMails(
  db: Db,
  { mailKinds, limit }: { mailKinds: MailKinds; limit: number },
): Promise<FailedMail[]> {
  const rows = await db.emailLog.findMany({
    where: {
      OR: [
        { state: "failed" },
        { report: { in: ["failed", "soft_bounced", "bounced", "suppressed", "complained"] } },
      ],
      recipient: { not: erasedEmail },
    },
    orderBy: [{ report: { sort: "asc", nulls: "first" } }, { createdAt: "desc" }],
    take: limit,
  });
  return rows.map((row) => ({
    ...withIsoDates(row, shown),
    canBeSentAgain: mayBeSentAgain(mailKinds, row),
  }));
}

/** True for a mail that was not sent, or that the provider took and could not send, while its row is complete. */
export function mayBeSentAgain(mailKinds: MailKinds, mail: EmailLog): boolean {
  return (mail.state === "failed" || mail.report === "failed") && isComplete(mailKinds, mail);
}

/** True while a mail's row has its template's props and its recipient. */
function isComplete(mailKinds: MailKinds, mail: EmailLog): boolean {
  const known = mailKinds.get(mail.kind);
  if (!known || mail.recipient === erasedEmail) return false;
  return known.props.safeParse(mail.props).success;
}

/**
 * Requeues a mail that has failed for good, under its own key. Resend knows a key for 24 hours, so a mail whose answer
 * was lost longer ago may arrive twice. One that Resend took gets another key (send-mail.ts). Writes to the audit log.
 * Errors: not_found; conflict for a mail that has not failed (a second click), or whose single-use link was erased.
 */
export async function resendMail(
  db: Database,
  { mailKinds, actor, id, reason }: { mailKinds: MailKinds; actor: Actor; id: string; reason?: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const mail = await tx.emailLog.findUnique({ where: { id } });
    if (!mail) throw new AppError("not_found");
    if (!isComplete(mailKinds, mail)) throw conflict(goneMessage);
    // A mail is retried until it has a certain age, so its age starts over.
    const queued = await tx.emailLog.updateMany({
      where: { id, OR: [{ state: "failed" }, { report: "failed" }] },
      data: {
        state: "queued",
        error: null,
        createdAt: databaseNow(),
        failedAt: null,
        report: null,
        reportedAt: null,
      },
    });
    if (queued.count === 0) throw new AppError("conflict");
    await enqueue(tx, [sendMailJob.of(id)]);
    await recordAudit(tx, { actor, reason }, "mail.resent", ["mail", id], {
      before: { state: mail.state, error: mail.error, report: mail.report },
      after: { state: "queued" },
    });
  });
}

const goneMessage = "The link in this email has expired. The customer can ask for a new one.";
