import { z } from "zod";
import type { Db } from "@/lib/base/db/client";
import type { MailReport } from "@/lib/base/db/generated/enums";
import { jsonText } from "@/lib/base/text/json-text";
import { mailTag } from "@/lib/mail/transport/mail-transport";

/** The types of Resend's events that say what became of a mail. A bounce is soft unless Resend calls it permanent. */
const reports = {
  "email.bounced": "soft_bounced",
  "email.complained": "complained",
  "email.delivered": "delivered",
  "email.failed": "failed",
  "email.suppressed": "suppressed",
} as const satisfies Record<string, MailReport>;

export const mailEventTypes = Object.keys(reports);

const reportSchema = z
  .object({
    type: z.enum(Object.keys(reports) as (keyof typeof reports)[]),
    data: z.object({
      tags: z.object({ [mailTag]: z.uuid() }),
      bounce: z.object({ type: z.string() }).optional().catch(undefined),
    }),
  })
  .transform(({ type, data: { tags, bounce } }): { mailId: string; report: MailReport } => ({
    mailId: tags[mailTag] ?? "",
    report: type === "email.bounced" && bounce?.type === "Permanent" ? "bounced" : reports[type],
  }));

/**
 * Records what a signed event of Resend says about a mail. Events of other types, and those about mails that another
 * program sent with the same account, are of no use to the shop. A repeated or late event changes nothing.
 */
export async function recordReport(db: Db, event: string): Promise<void> {
  const parsed = jsonText().pipe(reportSchema).safeParse(event);
  if (parsed.success) await setReport(db, parsed.data.mailId, parsed.data.report);
}

/** Sets a mail's report, unless it has a stronger one; the first bounce at an address is in its order's timeline. */
export async function setReport(db: Db, mailId: string, report: MailReport): Promise<void> {
  await db.$executeRaw`
    WITH changed AS (
      UPDATE email_log SET report = ${report}::mail_report, reported_at = now()
      WHERE id = ${mailId}::uuid AND (report IS NULL OR report < ${report}::mail_report)
      RETURNING id, order_id, recipient
    )
    INSERT INTO order_events (order_id, type)
    SELECT orders.id, 'mail.bounced' FROM changed JOIN orders ON orders.id = changed.order_id
    WHERE ${report}::mail_report IN ('bounced', 'suppressed') AND NOT EXISTS (
      SELECT FROM email_log AS earlier
      WHERE earlier.order_id = changed.order_id AND earlier.recipient = changed.recipient
        AND earlier.report IN ('bounced', 'suppressed'))`;
}
