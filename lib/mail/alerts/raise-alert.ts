import type { Db } from "@/lib/base/db/client";
import { Prisma } from "@/lib/base/db/generated/client";
import { getShop } from "@/lib/base/env/env";
import { logger } from "@/lib/base/logger";
import { storable } from "@/lib/base/text/storable-text";
import { databaseNow } from "@/lib/base/time/clock";
import { hour } from "@/lib/base/time/time";
import { enqueueMail } from "@/lib/mail/queue/enqueue-mail";
import { operatorAlertMail } from "@/lib/mail/queue/operator-alert-mail";
import { chatRecipient } from "@/lib/mail/transport/telegram";
import { loadSettings } from "@/lib/shop/settings/site-settings";

const maxMessageLength = 2_000;
export const maxKeyLength = 300;

type NewAlert = {
  /** Identifies the condition, such as `low_balance:<supplier id>`. While the condition lasts, there is one alert. */
  key: string;
  kind: string;
  /** Describes the problem with figures, and the operator's next step. */
  message: string;
  /** The order or supplier on whose admin page it is dealt with; without either, the operator's list. */
  orderId?: string;
  supplierId?: string;
  /** For an alert about several rows: selects when each of them came into it, as `since`. */
  members?: Prisma.Sql;
};

// New members are mailed at most this often, however many there are.
const mailAgainMs = hour;
const noMembers = Prisma.sql`SELECT NULL::timestamptz AS since WHERE false`;

type DueMail = { times: number; mailedAt: Date; newcomers: number; isNew: boolean };

/**
 * Raises an alert: a row for the admin, a log line, and one mail each time the condition begins, with a Telegram message
 * where the settings have a bot. While it lasts, raising it again only updates the message, and mails at most once an
 * hour if members have come in since its last mail.
 */
export async function raiseAlert(db: Db, raised: NewAlert): Promise<void> {
  // A message may quote a supplier's text or an error.
  const message = storable(raised.message, maxMessageLength);
  const key = storable(raised.key, maxKeyLength);
  const { kind, orderId = null, members = noMembers } = raised;
  const [mail] = await db.$queryRaw<DueMail[]>`
    WITH before AS (
      SELECT COALESCE(mailed_at, first_at) AS mailed_at FROM operator_alerts
      WHERE key = ${key} AND resolved_at IS NULL FOR UPDATE
    ), news AS (
      SELECT count(*)::int AS newcomers FROM (${members}) AS member, before WHERE member.since > before.mailed_at
    ), due AS (
      SELECT NOT EXISTS (SELECT FROM before) AS is_new, newcomers FROM news
      WHERE NOT EXISTS (SELECT FROM before) OR (newcomers > 0 AND EXISTS (
        SELECT FROM before WHERE mailed_at < now() - ${mailAgainMs}::int * interval '1 millisecond'))
    ), raised AS (
      INSERT INTO operator_alerts AS alert (key, kind, message, order_id, mailed_at)
      VALUES (${key}, ${kind}, ${message}, ${orderId}::uuid, now())
      ON CONFLICT (key) DO UPDATE SET message = EXCLUDED.message, order_id = EXCLUDED.order_id, last_at = now(),
        resolved_at = NULL,
        times = alert.times + CASE WHEN alert.resolved_at IS NULL THEN 0 ELSE 1 END,
        first_at = CASE WHEN alert.resolved_at IS NULL THEN alert.first_at ELSE now() END,
        mailed_at = CASE WHEN EXISTS (SELECT FROM due) THEN now() ELSE alert.mailed_at END
      RETURNING times, mailed_at
    )
    SELECT times, mailed_at AS "mailedAt", newcomers, is_new AS "isNew" FROM raised, due`;
  if (!mail) return;
  const news = mail.isNew ? message : `${mail.newcomers} more since the last mail. ${message}`;
  logger.error({ alert: key, kind }, news);
  const settings = await loadSettings(db);
  const about = `${key}:${mail.times}${mail.isNew ? "" : `:${mail.mailedAt.toISOString()}`}`;
  const path = pathOf(raised);
  const props = { kind, message: news, ...(path && { path }) };
  const recipient = settings.alertEmail || settings.supportEmail || getShop().supportEmail;
  await enqueueMail(db, operatorAlertMail, { about, recipient, props });
  if (!settings.telegramTokenSealed || !settings.telegramChatId) return;
  const chat = chatRecipient(settings.telegramChatId);
  await enqueueMail(db, operatorAlertMail, { about: `${about}:telegram`, recipient: chat, props });
}

type Members = { count: number; oldest: Date | null };

/** One alert for all rows in a condition: `members`, as for `raiseAlert`. */
type Condition = {
  key: string;
  kind: string;
  members: Prisma.Sql;
  message: (all: Members) => string | Promise<string>;
};

/**
 * Keeps the alerts of some conditions: raises each while it has members, and resolves it when none is left. While no
 * condition has any, this is one statement.
 */
export async function watchMembers(db: Db, ...conditions: Condition[]): Promise<void> {
  const counts = conditions.map(
    ({ key, members }) => Prisma.sql`
      SELECT ${key} AS key, count(*)::int AS count, min(since) AS oldest FROM (${members}) AS member`,
  );
  const met = await db.$queryRaw<(Members & { key: string })[]>`
    WITH condition AS (${Prisma.join(counts, " UNION ALL ")}), resolved AS (
      UPDATE operator_alerts SET resolved_at = now() FROM condition
      WHERE operator_alerts.key = condition.key AND condition.count = 0 AND operator_alerts.resolved_at IS NULL
    )
    SELECT key, count, oldest FROM condition WHERE count > 0`;
  for (const condition of conditions) {
    const all = met.find(({ key }) => key === condition.key);
    if (all) await raiseAlert(db, { ...condition, message: await condition.message(all) });
  }
}

/**
 * An SQL condition that leaves out what an administrator has put off: a matter of this `kind` about `subject`, which had
 * begun by then. `subject` and `since` are SQL.
 */
export function notSnoozed(subject: Prisma.Sql, kind: string, since: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT FROM needs_me_snoozes AS snooze
    WHERE snooze.subject = ${subject} AND ${kind}::text = ANY(snooze.kinds) AND snooze.until > now()
      AND snooze.snoozed_at >= ${since})`;
}

function pathOf({ orderId, supplierId }: NewAlert): string | undefined {
  if (orderId) return `/admin/orders/${orderId}`;
  return supplierId && `/admin/suppliers/${supplierId}`;
}

/** Resolves the alert of a condition that is over; does nothing when there is none. */
export async function resolveAlert(db: Db, key: string): Promise<void> {
  await db.operatorAlert.updateMany({
    where: { key, resolvedAt: null },
    data: { resolvedAt: databaseNow() },
  });
}

export async function resolveOrderAlerts(db: Db, orderId: string, kinds: readonly string[]): Promise<void> {
  await db.operatorAlert.updateMany({
    where: { orderId, kind: { in: [...kinds] }, resolvedAt: null },
    data: { resolvedAt: databaseNow() },
  });
}

/** Resolves the alerts that are over by an SQL condition on their rows. */
export async function resolveAlerts(db: Db, isOver: Prisma.Sql): Promise<void> {
  await db.$executeRaw`
    UPDATE operator_alerts SET resolved_at = now() WHERE resolved_at IS NULL AND (${isOver})`;
}
