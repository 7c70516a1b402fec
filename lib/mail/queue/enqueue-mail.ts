import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { newId } from "@/lib/base/ids";
import { rowJob } from "@/lib/base/jobs/define-job";
import type { Mail } from "./mail";

export const sendMailJob = rowJob(
  "send-mail",
  "mail",
  Prisma.sql`
    SELECT id, created_at AS since FROM email_log
    WHERE state = 'queued' AND created_at < now() - interval '1 minute'`,
);

type WithProps<Props> = Record<string, never> extends Props ? { props?: Props } : { props: Props };

export type NewMail<Props> = WithProps<Props> & {
  /** With the kind, the mail's permanent key: a second mail with the same key is not queued. */
  about: string;
  orderId?: string | null;
  recipient: string;
};

/**
 * Queues a mail and the job that sends it, in one statement of the caller's transaction; at most one mail per key.
 * `alongside` are further writes of the same statement, as entries of its WITH list (`name AS (UPDATE …)`), which saves
 * a round trip.
 */
export async function enqueueMail<Props>(
  db: Db,
  { kind }: Mail<Props>,
  { about, orderId, recipient, props }: NewMail<Props>,
  alongside: Prisma.Sql[] = [],
): Promise<void> {
  const queued = Prisma.sql`
    mail AS (
      INSERT INTO email_log (id, key, kind, order_id, recipient, props)
      VALUES (${newId()}::uuid, ${`${kind}:${about}`}, ${kind}, ${orderId ?? null}::uuid, ${recipient},
        ${JSON.stringify(props ?? {})}::jsonb)
      ON CONFLICT (key) DO NOTHING
      RETURNING id
    )`;
  await db.$executeRaw`
    WITH ${Prisma.join([...alongside, queued])}
    SELECT ${sendMailJob.add} FROM mail`;
}

type OrderMail<Props> = WithProps<Props> & {
  orderId: string;
  /** Distinguishes an order's mails of one kind (an attempt's number, a refund's id). */
  about?: string | number;
};

/**
 * Queues mails of a kind to the orders' addresses, with their jobs, in one statement of the caller's transaction. At
 * most one per order and `about`; none for an order that does not exist.
 */
export async function enqueueOrderMails<Props>(
  db: Db,
  mail: Mail<Props>,
  mails: OrderMail<Props>[],
): Promise<void> {
  if (mails.length === 0) return;
  const wanted = Prisma.sql`
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) AS mail("orderId" uuid, about text, props jsonb)`;
  await db.$executeRaw(orderMails(mail, wanted));
}

/** The statement of `enqueueOrderMails`, also for a WITH list; `wanted` is SQL for its `orderId`, `about` and `props`. */
export function orderMails<Props>({ kind }: Mail<Props>, wanted: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO email_log (id, key, kind, order_id, recipient, props)
    SELECT uuidv7(), concat_ws(':', ${kind}::text, orders.id, wanted.about), ${kind}, orders.id, orders.email,
      COALESCE(wanted.props, '{}')
    FROM (${wanted}) AS wanted JOIN orders ON orders.id = wanted."orderId"
    ON CONFLICT (key) DO NOTHING
    RETURNING ${sendMailJob.add}`;
}
