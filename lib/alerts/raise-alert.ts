import { databaseNow } from "@/lib/clock";
import type { Db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { enqueueMail } from "@/lib/email/enqueue-mail";
import { chatRecipient } from "@/lib/email/telegram";
import { getShop } from "@/lib/env";
import { logger } from "@/lib/logger";
import { loadSettings } from "@/lib/settings/site-settings";
import { storable } from "@/lib/storable-text";

const maxMessageLength = 2_000;
export const maxKeyLength = 300;

type NewAlert = {
  /** Identifies the condition, such as `low_balance:<supplier id>`. While the condition lasts, there is one alert. */
  key: string;
  kind: string;
  /** What is wrong, with figures, and what the operator should do next. */
  message: string;
  /** The order or supplier on whose admin page it is dealt with; without either, the operator's list. */
  orderId?: string;
  supplierId?: string;
};

/**
 * Raises an alert: a row for the admin, a log line, and one mail each time the condition begins, with a Telegram message
 * where the settings have a bot. While it lasts, raising it again only updates the message.
 */
export async function raiseAlert(db: Db, raised: NewAlert): Promise<void> {
  // A message may quote a supplier's text or an error.
  const message = storable(raised.message, maxMessageLength);
  const key = storable(raised.key, maxKeyLength);
  const { kind, orderId = null } = raised;
  const [begun] = await db.$queryRaw<{ times: number }[]>`
    WITH before AS (SELECT resolved_at IS NULL AS is_on FROM operator_alerts WHERE key = ${key} FOR UPDATE),
    raised AS (
      INSERT INTO operator_alerts AS alert (key, kind, message, order_id)
      VALUES (${key}, ${kind}, ${message}, ${orderId}::uuid)
      ON CONFLICT (key) DO UPDATE SET message = EXCLUDED.message, order_id = EXCLUDED.order_id, last_at = now(),
        resolved_at = NULL,
        times = alert.times + CASE WHEN alert.resolved_at IS NULL THEN 0 ELSE 1 END,
        first_at = CASE WHEN alert.resolved_at IS NULL THEN alert.first_at ELSE now() END
      RETURNING times
    )
    SELECT times FROM raised WHERE NOT EXISTS (SELECT FROM before WHERE is_on)`;
  if (!begun) return;
  logger.error({ alert: key, kind }, message);
  const settings = await loadSettings(db);
  const about = `${key}:${begun.times}`;
  const path = pathOf(raised);
  const props = { kind, message, ...(path && { path }) };
  const recipient = settings.alertEmail || settings.supportEmail || getShop().supportEmail;
  await enqueueMail(db, { kind: "operator-alert", about, recipient, props });
  if (!settings.telegramTokenSealed || !settings.telegramChatId) return;
  const chat = chatRecipient(settings.telegramChatId);
  await enqueueMail(db, { kind: "operator-alert", about: `${about}:telegram`, recipient: chat, props });
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

/** Resolves an order's alerts of these kinds. */
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
