import { z } from "zod";
import type { Db } from "@/lib/db/client";
import type { MailReport } from "@/lib/db/generated/enums";
import { jsonText } from "@/lib/json-text";
import { mailTag } from "./mail-transport";

const aboutMail = { data: z.object({ tags: z.object({ [mailTag]: z.uuid() }) }) };

/** Resend's events about a mail of the shop, of the types that say what became of it. */
const reportSchema = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("email.bounced"),
      data: aboutMail.data.extend({ bounce: z.object({ type: z.string() }) }),
    }),
    z.object({ type: z.enum(["email.delivered", "email.failed"]), ...aboutMail }),
    z.object({ type: z.enum(["email.suppressed", "email.complained"]), ...aboutMail }),
  ])
  .transform((event) => ({ mailId: event.data.tags[mailTag] ?? "", report: reportOf(event) }));

/** The types of event that the shop uses. */
export const mailEventTypes = [
  "email.bounced",
  "email.complained",
  "email.delivered",
  "email.failed",
  "email.suppressed",
];

type ReportedEvent =
  | { type: "email.bounced"; data: { bounce: { type: string } } }
  | { type: "email.delivered" | "email.failed" | "email.suppressed" | "email.complained" };

function reportOf(event: ReportedEvent): MailReport {
  switch (event.type) {
    case "email.bounced":
      // Transient and Undetermined say nothing about the next mail.
      return event.data.bounce.type === "Permanent" ? "bounced" : "soft_bounced";
    case "email.delivered":
      return "delivered";
    case "email.failed":
      return "failed";
    case "email.suppressed":
      return "suppressed";
    case "email.complained":
      return "complained";
  }
}

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
