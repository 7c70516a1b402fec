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
 * Records what a signed event of Resend says about a mail; false when it is of no use to the shop: of another type, or
 * about a mail that another program sent with the same account. A repeated or late event changes nothing.
 */
export async function recordReport(db: Db, event: string): Promise<boolean> {
  const parsed = jsonText().pipe(reportSchema).safeParse(event);
  if (!parsed.success) return false;
  const { mailId, report } = parsed.data;
  await db.$executeRaw`
    UPDATE email_log SET report = ${report}::mail_report, reported_at = now()
    WHERE id = ${mailId}::uuid AND (report IS NULL OR report < ${report}::mail_report)`;
  return true;
}
