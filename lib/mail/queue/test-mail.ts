import { z } from "zod";
import { TestMail as TestMailTemplate } from "@/emails/support";
import { type Actor, recordAudit } from "@/lib/base/audit/record-audit";
import type { Database, Db } from "@/lib/base/db/client";
import type { EmailLog } from "@/lib/base/db/generated/client";
import { conflict, notFound } from "@/lib/base/errors";
import { newId } from "@/lib/base/ids";
import { enqueueMail } from "./enqueue-mail";
import { defineMail } from "./mail";

/** To an administrator who tests that mails arrive. */
export const testMail = defineMail({
  kind: "test-mail",
  sentDespite: "complaints",
  props: z.object({}),
  facts: ({ shop }) => ({ shop }),
  subject: ({ shop }) => `${shop.name}: email works`,
  template: TestMailTemplate,
  sample: (shop) => ({ shop }),
});

const seenAction = "mail.seen";

export type TestMail = Pick<EmailLog, "id" | "recipient" | "state" | "error" | "createdAt"> & {
  /** True when an administrator has confirmed that it arrived. */
  isSeen: boolean;
};

/** Sends the administrator a mail, to test that it arrives. Errors: conflict while another one waits to be sent. */
export async function sendTestMail(
  db: Database,
  { actor, recipient }: { actor: Actor; recipient: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    // One at a time, so that clicks can't fill the queue.
    await tx.$executeRaw`LOCK TABLE email_log IN SHARE ROW EXCLUSIVE MODE`;
    const waiting = await tx.emailLog.count({ where: { kind: testMail.kind, state: "queued" } });
    if (waiting > 0) throw conflict("A test email is already on its way.");
    const about = newId();
    await enqueueMail(tx, testMail, { about, recipient });
    await recordAudit(tx, { actor }, "mail.tested", ["mail", `${testMail.kind}:${about}`]);
  });
}

/** The newest test mail; null when none was sent. */
export async function findTestMail(db: Db): Promise<TestMail | null> {
  const mail = await db.emailLog.findFirst({
    where: { kind: testMail.kind },
    orderBy: { createdAt: "desc" },
  });
  if (!mail) return null;
  const seen = await db.auditEntry.count({ where: { action: seenAction, subjectId: mail.id } });
  const { id, recipient, state, error, createdAt } = mail;
  return { id, recipient, state, error, createdAt, isSeen: seen > 0 };
}

/** Records that a test mail has arrived. Errors: not_found for one that was not sent. */
export async function confirmTestMail(
  db: Database,
  { actor, id }: { actor: Actor; id: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const sent = await tx.emailLog.count({ where: { id, kind: testMail.kind, state: "sent" } });
    if (sent === 0) throw notFound("This test email was not sent.");
    await recordAudit(tx, { actor }, seenAction, ["mail", id]);
  });
}
