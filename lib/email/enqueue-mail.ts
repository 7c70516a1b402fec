import type { Db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { newId } from "@/lib/ids";
import { sendMailJob } from "./jobs";
import type { MailKind } from "./mails";

export type NewMail = {
  /** The mail's permanent key: a second mail with the same key is not queued. */
  key: string;
  kind: MailKind;
  orderId?: string | null;
  recipient: string;
  props?: object;
};

/**
 * Queues a mail and the job that sends it, in one statement of the caller's transaction; at most one mail per key.
 * `alongside` are further writes of the same statement, as entries of its WITH list (`name AS (UPDATE …)`), which saves
 * a round trip.
 */
export async function enqueueMail(db: Db, mail: NewMail, alongside: Prisma.Sql[] = []): Promise<void> {
  const queued = Prisma.sql`
    mail AS (
      INSERT INTO email_log (id, key, kind, order_id, recipient, props)
      VALUES (${newId()}::uuid, ${mail.key}, ${mail.kind}, ${mail.orderId ?? null}::uuid, ${mail.recipient},
        ${JSON.stringify(mail.props ?? {})}::jsonb)
      ON CONFLICT (key) DO NOTHING
      RETURNING id
    )`;
  await db.$executeRaw`
    WITH ${Prisma.join([...alongside, queued])}
    SELECT ${sendMailJob.add} FROM mail`;
}
