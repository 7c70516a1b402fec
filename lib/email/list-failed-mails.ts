import type { Db } from "@/lib/db/client";
import type { EmailLog } from "@/lib/db/generated/client";
import { type IsoDates, plain } from "@/lib/time";
import { erasedEmail } from "./address";
import { isMailKind, mailPropsSchemas } from "./mails";

/** A mail that failed for good, as the admin pages list it. */
export type FailedMail = IsoDates<Pick<EmailLog, (typeof shown)[number]>> & {
  /** False when the mail's link was erased: the customer must request a new one. */
  canBeSentAgain: boolean;
};

// `error` is the last error's name: the provider's or ours (`not_rendered`, `timeout`).
const shown = ["id", "kind", "recipient", "orderId", "attempts", "error", "createdAt"] as const;

/** The mails that failed for good and whose recipient was not erased, newest first, at most `limit`. */
export async function listFailedMails(db: Db, { limit }: { limit: number }): Promise<FailedMail[]> {
  const rows = await db.emailLog.findMany({
    where: { state: "failed", recipient: { not: erasedEmail } },
    orderBy: { createdAt: "desc" },
    take: limit,
  });
  return rows.map((row) => ({ ...plain(row, shown), canBeSentAgain: isComplete(row) }));
}

/** True while a mail's row has its template's props and its recipient. */
export function isComplete(mail: { kind: string; recipient: string; props: unknown }): boolean {
  if (!isMailKind(mail.kind) || mail.recipient === erasedEmail) return false;
  return mailPropsSchemas[mail.kind].safeParse(mail.props).success;
}
