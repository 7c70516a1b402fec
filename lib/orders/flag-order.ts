import { closeAlert } from "@/lib/alerts/close-alert";
import { resolveOrderAlerts } from "@/lib/alerts/raise-alert";
import { type AuditContext, recordAudit } from "@/lib/audit/record-audit";
import { databaseNow } from "@/lib/clock";
import type { Database, Db } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { recordEvents } from "./record-event";

/** Each reason of a flag: true where an alert of that kind is raised with the flag, and ends with it. */
const hasAlert = {
  dispute: false,
  fraud_warning: true,
  blocked: false,
  blocked_card: true,
  refund_failed: true,
  refund_held: false,
  refunded_in_progress: false,
  late_change: false,
  late_answer: true,
  wrong_amount: true,
  excluded_country: false,
  withdrawn: false,
};

/** The kinds of alerts that are raised with a flag of that reason, and end with it. */
export const alertsOfFlags = Object.entries(hasAlert).flatMap(([reason, has]) => (has ? [reason] : []));

/**
 * Flags an order for an administrator, with an event in its timeline, in the caller's transaction. A flagged order
 * keeps its first reason until it is cleared; a later one is listed by its alert.
 */
export async function flagOrder(tx: Db, orderId: string, reason: keyof typeof hasAlert): Promise<void> {
  const flagged = await tx.order.updateMany({
    where: { id: orderId, flaggedAt: null },
    data: { flaggedAt: databaseNow(), flagReason: reason },
  });
  if (flagged.count > 0) await recordEvents(tx, [{ orderId, type: "order.flagged", data: { reason } }]);
}

/**
 * Clears an order's flag for an administrator, with an event, and ends the alerts of its reason. Alerts of other reasons
 * stay. Does nothing without a flag. Errors: not_found.
 */
export async function clearFlag(
  db: Database,
  { orderId, ...audit }: AuditContext & { orderId: string },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const [order] = await tx.$queryRaw<{ flag_reason: string | null; flagged_at: Date | null }[]>`
      SELECT flag_reason, flagged_at FROM orders WHERE id = ${orderId}::uuid FOR UPDATE`;
    if (!order) throw notFound("There is no such order.");
    if (!order.flagged_at) return;
    await tx.order.update({ where: { id: orderId }, data: { flaggedAt: null, flagReason: null } });
    await resolveOrderAlerts(
      tx,
      orderId,
      alertsOfFlags.filter((kind) => kind === order.flag_reason),
    );
    await recordEvents(tx, [{ orderId, type: "order.flag_cleared", data: { reason: order.flag_reason } }]);
    await recordAudit(tx, audit, "order.flag_cleared", ["order", orderId], {
      before: { flag: order.flag_reason },
    });
  });
}

/** An order's open alerts that a flag may come with, the oldest first. */
export async function openAlertsOf(db: Db, orderId: string) {
  return db.operatorAlert.findMany({
    where: { orderId, kind: { in: alertsOfFlags }, resolvedAt: null },
    orderBy: [{ firstAt: "asc" }, { key: "asc" }],
    select: { key: true, kind: true, message: true },
  });
}

/** Closes one of an order's alerts that a flag may come with, for an administrator. Safe to repeat. Errors: not_found. */
export async function clearOrderAlert(
  db: Database,
  { orderId, key, ...audit }: AuditContext & { orderId: string; key: string },
): Promise<void> {
  const alert = await db.operatorAlert.findFirst({ where: { key, orderId, kind: { in: alertsOfFlags } } });
  if (!alert) throw notFound("This order has no such alert.");
  await closeAlert(db, { key, ...audit });
}
