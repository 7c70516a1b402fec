import { type Actor, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { enqueue } from "@/lib/jobs/enqueue";
import { sendMailJob } from "./jobs";
import { isComplete } from "./list-failed-mails";

/**
 * Queues a mail that failed for good again, under its own key, so that Resend sends it once, with a row in the audit
 * log. Errors: not_found; conflict for a mail that has not failed (a second click), or whose single-use link was
 * erased.
 */
export async function resendMail(
  db: Database,
  { actor, id, reason }: { actor: Actor; id: string; reason?: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const mail = await tx.emailLog.findUnique({ where: { id } });
    if (!mail) throw new AppError("not_found");
    if (!isComplete(mail)) throw new AppError("conflict", { userMessage: goneMessage });
    // A mail is tried until it has a certain age, so its age starts again.
    const queued = await tx.emailLog.updateMany({
      where: { id, state: "failed" },
      data: { state: "queued", error: null, createdAt: databaseNow() },
    });
    if (queued.count === 0) throw new AppError("conflict");
    await enqueue(tx, [sendMailJob.of(id)]);
    await recordAudit(tx, {
      actor,
      action: "mail.resent",
      subjectType: "mail",
      subjectId: id,
      before: { state: "failed", error: mail.error },
      after: { state: "queued" },
      ...(reason && { reason }),
    });
  });
}

const goneMessage = "The link in this email has expired. The customer can ask for a new one.";
