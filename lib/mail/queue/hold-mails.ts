import type { Tx } from "@/lib/base/db/client";

/**
 * After a restore, marks queued mails as failed that may have been sent and are too old for Resend to recognise a
 * repetition, which it does for 24 hours. An operator may send them again. Returns how many.
 */
export async function holdMails(tx: Tx, since: Date): Promise<number> {
  return tx.$executeRaw`
    UPDATE email_log AS mail SET state = 'failed', error = 'database_restored', failed_at = now()
    WHERE mail.state = 'queued' AND (
      (mail.created_at <= ${since} AND mail.created_at < now() - interval '23 hours')
      OR (mail.kind = 'order-confirmed' AND EXISTS (
        SELECT FROM orders WHERE orders.id = mail.order_id AND orders.created_at <= ${since}
          AND orders.created_at < now() - interval '23 hours')))`;
}
